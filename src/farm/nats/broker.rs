//! The connection to a server, and the streams on it.

use super::{Access, FarmError};
use crate::farm::wire::{FORMAT, Notice};
use crate::rollout::Order;
use async_nats::connection::State;
use async_nats::jetstream::consumer::{AckPolicy, Consumer, pull};
use async_nats::jetstream::context::Context;
use async_nats::jetstream::stream::{Config, RetentionPolicy};
use async_nats::{Client, ConnectErrorKind, ConnectOptions};
use std::io;
use std::time::Duration;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(4);

/// How long the server waits for a sign of life about a shard before it hands the shard to another worker.
const LEASE: Duration = Duration::from_secs(30);

/// Messages that are not fetched are deleted after so long.
const KEEP: Duration = Duration::from_secs(60 * 24 * 3600);

/// Messages that are sent before the first of them is confirmed.
const AT_ONCE: usize = 256;

const JOBS: &str = "GAMMON_JOBS";
const TASKS: &str = "GAMMON_TASKS";
const RESULTS: &str = "GAMMON_RESULTS";

/// A connection that comes back by itself.
#[derive(Clone)]
pub struct Broker {
    pub client: Client,
    context: Context,
    url: String,
}

/// An error with everything that led to it.
fn causes(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text += &format!(": {cause}");
        source = cause.source();
    }
    text
}

/// How long a connection waits that was tried in vain so often.
fn pause(attempts: usize) -> Duration {
    Duration::from_millis(100 << attempts.min(6)).min(Duration::from_secs(4))
}

/// The numbers of messages that wait.
#[derive(Clone, Copy, Debug, Default)]
pub struct Waiting {
    /// Not handed out.
    pub pending: u64,
    /// Handed out, and not acknowledged yet.
    pub under_way: u64,
}

impl Broker {
    /// Connects. Afterwards the connection is made again whenever it breaks.
    ///
    /// # Errors
    /// When no server answers, or it denies access.
    pub async fn connect(access: &Access, name: &str) -> Result<Self, FarmError> {
        let secrets = &access.secrets;
        let mut options = ConnectOptions::new()
            .name(format!("gammon {name}"))
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            .max_reconnects(None)
            .reconnect_delay_callback(pause)
            // A broken connection shows as an error where an answer is awaited.
            .event_callback(|_| async {});
        if let (Some(user), password) = (&secrets.user, &secrets.password) {
            options = options.user_and_password(user.clone(), password.clone().unwrap_or_default());
        } else if let Some(token) = &secrets.token {
            options = options.token(token.clone());
        }
        let files = secrets.authority.iter().chain(secrets.certificate.iter().flat_map(|(one, two)| [one, two]));
        for file in files {
            // A mistake of the user's own is no server that may come back.
            crate::storage::open_plain(file)
                .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", file.display())))?;
        }
        if let Some(file) = &secrets.authority {
            options = options.add_root_certificates(file.clone());
        }
        if let Some((certificate, key)) = &secrets.certificate {
            options = options.add_client_certificate(certificate.clone(), key.clone());
        }
        let client = options.connect(&access.url).await.map_err(|error| match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                FarmError::Denied { url: access.url.clone() }
            }
            ConnectErrorKind::Tls => FarmError::Untrusted { url: access.url.clone(), why: error.to_string() },
            _ if causes(&error).contains("certificate") => {
                FarmError::Untrusted { url: access.url.clone(), why: causes(&error) }
            }
            _ => FarmError::Unreachable { url: access.url.clone(), why: error.to_string() },
        })?;
        let mut context = async_nats::jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Self { client, context, url: access.url.clone() })
    }

    /// Where it is connected to.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether there is a connection now.
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == State::Connected
    }

    /// The largest message, in bytes.
    pub fn most_bytes(&self) -> u64 {
        self.client.max_payload() as u64
    }

    /// Makes the streams that are missing; returns the times at which they were made, which change where a server has
    /// lost its store.
    pub async fn streams(&self) -> Result<String, FarmError> {
        let stream = |name: &str, subjects: &[&str], retention, per_subject| Config {
            name: name.to_owned(),
            subjects: subjects.iter().map(|&subject| subject.to_owned()).collect(),
            retention,
            max_messages_per_subject: per_subject,
            max_age: KEEP,
            ..Config::default()
        };
        let all = [
            stream(JOBS, &["gammon.job.*", "gammon.order.*.*"], RetentionPolicy::Limits, 1),
            stream(TASKS, &["gammon.task.*.*"], RetentionPolicy::WorkQueue, -1),
            stream(RESULTS, &["gammon.result.*.*"], RetentionPolicy::WorkQueue, -1),
        ];
        let mut made = String::new();
        for config in all {
            let stream = self.context.get_or_create_stream(config).await.map_err(|error| {
                FarmError::server(format!("{error} (does it run with JetStream, `nats-server -js`?)"))
            })?;
            made += &format!("{} ", stream.cached_info().created);
        }
        Ok(made)
    }

    /// When the streams were made; an error when one is not there.
    pub async fn streams_there(&self) -> Result<String, FarmError> {
        let mut made = String::new();
        for name in [JOBS, TASKS, RESULTS] {
            let stream = self.context.get_stream(name).await.map_err(FarmError::server)?;
            made += &format!("{} ", stream.cached_info().created);
        }
        Ok(made)
    }

    /// Publishes what a job is, with everything that hands out its shards and takes in its results.
    pub async fn open(&self, notice: &Notice, orders: &[&Order]) -> Result<(), FarmError> {
        let id = &notice.id;
        for (stream, name, subject) in [(TASKS, "t", "task"), (RESULTS, "r", "result")] {
            let config = pull::Config {
                durable_name: Some(format!("{name}-{id}")),
                ack_policy: AckPolicy::Explicit,
                ack_wait: LEASE,
                filter_subject: format!("gammon.{subject}.{id}.*"),
                max_ack_pending: 100_000,
                ..pull::Config::default()
            };
            self.context.create_consumer_on_stream(config, stream).await.map_err(FarmError::server)?;
        }
        let texts: Vec<_> =
            orders.iter().map(serde_json::to_vec).collect::<Result<_, _>>().map_err(FarmError::server)?;
        let messages = texts.into_iter().enumerate().map(|(n, text)| (format!("gammon.order.{id}.{n}"), text));
        self.publish(messages.collect()).await?;
        let notice = serde_json::to_vec(notice).map_err(FarmError::server)?;
        self.publish(vec![(format!("gammon.job.{id}"), notice)]).await
    }

    /// Removes a job with everything that is of it.
    pub async fn close(&self, id: &str) -> Result<(), FarmError> {
        self.say(&format!("gammon.closed.{id}"), Vec::new()).await?;
        let purges = [
            (JOBS, format!("gammon.job.{id}")),
            (JOBS, format!("gammon.order.{id}.*")),
            (TASKS, format!("gammon.task.{id}.*")),
            (RESULTS, format!("gammon.result.{id}.*")),
        ];
        for (stream, subject) in purges {
            let stream = self.context.get_stream_no_info(stream).await.map_err(FarmError::server)?;
            stream.purge().filter(subject).await.map_err(FarmError::server)?;
        }
        for (stream, name) in [(TASKS, "t"), (RESULTS, "r")] {
            // The consumer may never have existed.
            let _ = self.context.delete_consumer_from_stream(format!("{name}-{id}"), stream).await;
        }
        self.say(&format!("gammon.closed.{id}"), Vec::new()).await
    }

    /// Removes the shards of a job that are not fetched yet.
    pub async fn purge_tasks(&self, id: &str) -> Result<(), FarmError> {
        let stream = self.context.get_stream_no_info(TASKS).await.map_err(FarmError::server)?;
        stream.purge().filter(format!("gammon.task.{id}.*")).await.map_err(FarmError::server).map(|_| ())
    }

    /// Removes the copies of one shard.
    pub async fn purge_task(&self, id: &str, shard: &str) -> Result<(), FarmError> {
        let stream = self.context.get_stream_no_info(TASKS).await.map_err(FarmError::server)?;
        stream.purge().filter(format!("gammon.task.{id}.{shard}")).await.map_err(FarmError::server).map(|_| ())
    }

    /// Publishes messages that the server keeps, and waits until it has them.
    pub async fn publish(&self, messages: Vec<(String, Vec<u8>)>) -> Result<(), FarmError> {
        let mut messages = messages.into_iter();
        loop {
            let mut sent = Vec::new();
            for (subject, bytes) in messages.by_ref().take(AT_ONCE) {
                sent.push(self.context.publish(subject, bytes.into()).await.map_err(FarmError::server)?);
            }
            if sent.is_empty() {
                return Ok(());
            }
            for confirmed in sent {
                tokio::time::timeout(PATIENCE, confirmed)
                    .await
                    .map_err(FarmError::server)?
                    .map_err(FarmError::server)?;
            }
        }
    }

    /// Publishes a message that may get lost.
    pub async fn say(&self, subject: &str, bytes: Vec<u8>) -> Result<(), FarmError> {
        // Without a connection it would be sent much later.
        if self.is_connected() {
            self.client.publish(subject.to_owned(), bytes.into()).await.map_err(FarmError::server)?;
            self.client.flush().await.map_err(FarmError::server)?;
        }
        Ok(())
    }

    /// The jobs there are.
    pub async fn jobs(&self) -> Result<Vec<String>, FarmError> {
        use futures_util::StreamExt;
        let stream = self.context.get_stream_no_info(JOBS).await.map_err(FarmError::server)?;
        let mut subjects = stream.info_with_subjects("gammon.job.*").await.map_err(FarmError::server)?;
        let mut jobs = Vec::new();
        while let Some(subject) = subjects.next().await {
            let (subject, _) = subject.map_err(FarmError::server)?;
            jobs.extend(subject.strip_prefix("gammon.job.").map(str::to_owned));
        }
        jobs.sort();
        Ok(jobs)
    }

    /// The notice of a job; `None` when there is none of that name, or one of another version.
    pub async fn notice(&self, id: &str) -> Result<Option<Notice>, FarmError> {
        let stream = self.context.get_stream_no_info(JOBS).await.map_err(FarmError::server)?;
        let Ok(message) = stream.get_last_raw_message_by_subject(&format!("gammon.job.{id}")).await else {
            return Ok(None);
        };
        let notice: Option<Notice> = serde_json::from_slice(&message.payload).ok();
        Ok(notice.filter(|notice| notice.format == FORMAT && notice.id == id))
    }

    /// One of a job's orders.
    pub async fn order(&self, id: &str, n: usize) -> Result<Order, FarmError> {
        let stream = self.context.get_stream_no_info(JOBS).await.map_err(FarmError::server)?;
        let subject = format!("gammon.order.{id}.{n}");
        let message = stream.get_last_raw_message_by_subject(&subject).await.map_err(FarmError::server)?;
        serde_json::from_slice(&message.payload)
            .map_err(|error| FarmError::server(format!("order {n} of job {id}: {error}")))
    }

    /// The consumer that hands out the shards of a job.
    pub async fn tasks(&self, id: &str) -> Result<Consumer<pull::Config>, FarmError> {
        self.context.get_consumer_from_stream(format!("t-{id}"), TASKS).await.map_err(FarmError::server)
    }

    /// The consumer that takes in the results of a job.
    pub async fn results(&self, id: &str) -> Result<Consumer<pull::Config>, FarmError> {
        self.context.get_consumer_from_stream(format!("r-{id}"), RESULTS).await.map_err(FarmError::server)
    }

    /// The shards and the results of a job that wait.
    pub async fn waiting(&self, id: &str) -> Result<[Waiting; 2], FarmError> {
        let of = |consumer: Consumer<pull::Config>| {
            let info = consumer.cached_info();
            Waiting { pending: info.num_pending, under_way: info.num_ack_pending as u64 }
        };
        Ok([of(self.tasks(id).await?), of(self.results(id).await?)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::farm::nats::block_on;
    use crate::farm::nats::tests::double::Double;
    use crate::farm::nats::tests::samples::order;
    use crate::farm::wire::Proof;
    use crate::rollout::Engine;
    use std::io;

    #[test]
    fn an_error_is_told_with_what_led_to_it() {
        #[derive(Debug, thiserror::Error)]
        #[error("no connection")]
        struct Outer(#[source] Inner);
        #[derive(Debug, thiserror::Error)]
        #[error("the server hung up")]
        struct Inner(#[source] io::Error);
        let error = Outer(Inner(io::Error::other("a broken pipe")));
        assert_eq!(causes(&error), "no connection: the server hung up: a broken pipe");
        assert_eq!(causes(&io::Error::other("alone")), "alone");
    }

    /// Has a test use a connection to a double.
    fn with_broker(test: impl AsyncFnOnce(&Broker, &Double)) {
        let ended = block_on(async {
            let double = Double::new();
            test(&double.broker().await, &double).await;
            Ok(())
        });
        ended.expect("it ends");
    }

    fn notice(id: &str) -> Notice {
        let proof = Proof { order: order(&Engine::standard()), pieces: Vec::new(), digest: String::new() };
        Notice { format: FORMAT.to_owned(), id: id.to_owned(), live: false, orders: 1, by: String::new(), proof }
    }

    #[test]
    fn pauses_double_up_to_four_seconds() {
        let milliseconds = [0, 1, 2, 5, 6, 7, 1000].map(|attempts| pause(attempts).as_millis());
        assert_eq!(milliseconds, [100, 200, 400, 3200, 4000, 4000, 4000]);
    }

    #[test]
    fn a_connection_knows_where_it_leads_and_whether_it_is_there() {
        with_broker(async |broker, double| {
            assert!(broker.is_connected() && broker.url() == double.access().url);
            assert_eq!(broker.most_bytes(), 50_000);
            double.hang_up();
            while broker.is_connected() {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            broker.say("gammon.x", Vec::new()).await.expect("it may get lost");
            assert!(double.said("gammon.x").is_empty());
        });
        let nowhere = Access::new("127.0.0.1:1", crate::farm::Secrets::default()).expect("an address");
        let error = block_on(Broker::connect(&nowhere, "test")).err();
        assert!(matches!(error, Some(FarmError::Unreachable { url, .. }) if url == nowhere.url));
    }

    /// Jobs that nobody fetches are kept for sixty days; shards and results until they are confirmed.
    #[test]
    fn streams_are_made_where_they_are_missing() {
        with_broker(async |broker, double| {
            let there = broker.streams().await.expect("there");
            assert_eq!(there.matches("2001-01-01").count(), 3, "{there}");
            assert_eq!(broker.streams_there().await.expect("there"), there);
            assert!(double.said("$JS.API.STREAM.CREATE").is_empty());
            double.lose(None);
            assert!(broker.streams_there().await.is_err(), "they are not made by a look");
            let made = broker.streams().await.expect("made");
            assert_eq!(made.matches("2002-01-01").count(), 3, "{made}");
            let said = double.said("$JS.API.STREAM.CREATE");
            // The double makes all at once.
            assert_eq!(said.len(), 1, "{said:?}");
            let config: serde_json::Value = serde_json::from_str(&said[0].1).expect("JSON");
            assert_eq!((&config["name"], &config["retention"]), (&"GAMMON_JOBS".into(), &"limits".into()));
            assert_eq!(config["subjects"], serde_json::json!(["gammon.job.*", "gammon.order.*.*"]));
            assert_eq!(config["max_age"], 60 * 24 * 3600 * 1_000_000_000_u64);
            assert_eq!(config["max_msgs_per_subject"], 1);
        });
    }

    #[test]
    fn a_job_is_announced_when_all_of_it_is_there() {
        with_broker(async |broker, double| {
            let (notice, order) = (notice("job"), order(&Engine::standard()));
            broker.open(&notice, &[&order, &order]).await.expect("opened");
            let subjects: Vec<_> = double.said("").into_iter().map(|(to, _)| to).collect();
            let expected = [
                "$JS.API.CONSUMER.CREATE.GAMMON_TASKS.t-job.gammon.task.job.*",
                "$JS.API.CONSUMER.CREATE.GAMMON_RESULTS.r-job.gammon.result.job.*",
                "gammon.order.job.0",
                "gammon.order.job.1",
                "gammon.job.job",
            ];
            assert!(subjects.iter().map(|to| &**to).filter(|to| !to.contains("INFO")).eq(expected), "{subjects:?}");
        });
    }

    #[test]
    fn nothing_is_left_of_a_job_that_is_closed() {
        with_broker(async |broker, double| {
            broker.close("job").await.expect("closed");
            double.settle(broker).await;
            assert_eq!(double.said("gammon.closed.job").len(), 2, "before and after");
            let purged: Vec<_> = double.said("$JS.API.STREAM.PURGE").into_iter().map(|(_, text)| text).collect();
            let subjects = ["gammon.job.job", "gammon.order.job.*", "gammon.task.job.*", "gammon.result.job.*"];
            assert!(purged.iter().zip(subjects).all(|(text, subject)| text.contains(subject)), "{purged:?}");
            assert_eq!((purged.len(), double.said("$JS.API.CONSUMER.DELETE").len()), (4, 2));
            broker.purge_tasks("job").await.expect("removed");
            broker.purge_task("job", "7").await.expect("removed");
            let purged = double.said("$JS.API.STREAM.PURGE.GAMMON_TASKS");
            assert!(purged[0].1.contains("gammon.task.job.*") && purged[1].1.contains("gammon.task.job.7"));
        });
    }

    #[test]
    fn jobs_are_listed_and_read() {
        with_broker(async |broker, double| {
            assert!(broker.jobs().await.expect("listed").is_empty());
            let other = Notice { format: "gammon nats 0".to_owned(), ..notice("old") };
            for (id, notice) in [("two", notice("two")), ("one", notice("one")), ("old", other), ("odd", notice("x"))] {
                let text = serde_json::to_vec(&notice).expect("plain data");
                broker.publish(vec![(format!("gammon.job.{id}"), text)]).await.expect("published");
            }
            assert_eq!(broker.jobs().await.expect("listed"), ["odd", "old", "one", "two"]);
            for (id, is_there) in [("one", true), ("two", true), ("old", false), ("odd", false), ("none", false)] {
                assert_eq!(broker.notice(id).await.expect("asked").is_some(), is_there, "{id}");
            }
            broker.publish(vec![("gammon.order.one.3".to_owned(), b"{}".to_vec())]).await.expect("published");
            let error = broker.order("one", 3).await.expect_err("no order").to_string();
            assert!(error.contains("order 3 of job one: "), "{error}");
            double.let_wait("t-one", 3, 4);
            double.let_wait("r-one", 5, 6);
            let [tasks, results] = broker.waiting("one").await.expect("known");
            assert_eq!([tasks.pending, tasks.under_way, results.pending, results.under_way], [3, 4, 5, 6]);
        });
    }

    #[test]
    fn as_many_messages_are_published_as_there_are() {
        with_broker(async |broker, double| {
            for n in [0, 1, AT_ONCE, AT_ONCE + 1, 2 * AT_ONCE + 3] {
                let messages = (0..n).map(|i| (format!("gammon.x.{i}"), Vec::new())).collect();
                broker.publish(messages).await.expect("published");
                assert_eq!(double.said("gammon.x").len(), n);
            }
        });
    }
}
