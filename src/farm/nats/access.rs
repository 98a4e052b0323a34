//! Where a server is and what it takes to be let in.

use super::FarmError;
use std::fmt;
use std::path::PathBuf;

/// A server with the credentials that it needs. Secrets are never shown.
#[derive(Clone)]
pub struct Access {
    /// `nats://HOST:PORT`, without a name and password.
    pub url: String,
    /// The credentials.
    pub secrets: Secrets,
}

/// Names, passwords and certificates.
#[derive(Clone, Default)]
pub struct Secrets {
    /// A user.
    pub user: Option<String>,
    /// The user's password.
    pub password: Option<String>,
    /// A token in place of both.
    pub token: Option<String>,
    /// A file of certificates of authorities that are trusted besides those of the system.
    pub authority: Option<PathBuf>,
    /// Files of a certificate of this client and of its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl Access {
    /// Takes an address apart: `nats://USER:PASSWORD@HOST:PORT`, `nats://TOKEN@HOST:PORT`, or only the host and port. A
    /// user or token in it takes precedence over `secrets`.
    ///
    /// # Errors
    /// When it is no such address.
    pub fn new(address: &str, secrets: Secrets) -> Result<Self, FarmError> {
        let wrong = || {
            let shown = address.rsplit_once('@').map_or(address, |(_, host)| host);
            FarmError::Address(shown.to_owned())
        };
        let (scheme, rest) = address.split_once("://").unwrap_or(("nats", address));
        if !matches!(scheme, "nats" | "tls") {
            return Err(wrong());
        }
        let (user, host) = rest.rsplit_once('@').map_or((None, rest), |(user, host)| (Some(user), host));
        let host = host.trim_end_matches('/');
        let port = host.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
        let is_port = |(name, port): (&str, &str)| !name.is_empty() && port.parse::<u16>().is_ok();
        let is_name = |c: char| c.is_ascii_alphanumeric() || ".-_:[]".contains(c);
        if host.is_empty() || !host.chars().all(is_name) || !port.is_none_or(is_port) {
            return Err(wrong());
        }
        let mut secrets = secrets;
        if let Some(user) = user {
            (secrets.user, secrets.password, secrets.token) = match user.split_once(':') {
                Some((user, password)) => (Some(user.to_owned()), Some(password.to_owned()), None),
                None => (None, None, Some(user.to_owned())),
            };
        }
        Ok(Self { url: format!("{scheme}://{host}"), secrets })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        let access = |text| Access::new(text, Secrets::default());
        let parts = |text| {
            let Access { url, secrets } = access(text).expect(text);
            (url, secrets.user, secrets.password, secrets.token)
        };
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(parts("pc1:4222"), ("nats://pc1:4222".to_owned(), None, None, None));
        assert_eq!(parts("tls://me:it@s@[::1]:1"), ("tls://[::1]:1".to_owned(), text("me"), text("it@s"), None));
        assert_eq!(parts("nats://abc@pc1/"), ("nats://pc1".to_owned(), None, None, text("abc")));
        for wrong in ["", "http://pc1", "nats://", "nats://pc1:99999", "nats://a b", "nats://:4222"] {
            assert!(access(wrong).is_err(), "{wrong}");
        }
        let hidden = access("http://me:secret@pc1").expect_err("wrong").to_string();
        assert!(!hidden.contains("secret"), "{hidden}");
    }
}
