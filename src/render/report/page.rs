//! The parts that all pages share: one style sheet (light and dark, phone and paper), and a policy that names style and
//! script by their hashes, so that nothing else runs and nothing is fetched.

use crate::digest::Sha256;
use crate::render::visible;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheet of all pages.
const STYLE: &str = include_str!("page.css");

/// The script of a page.
pub struct Script<'a> {
    /// The text.
    pub text: &'a str,
    /// Whether it may ask the server from which the page comes.
    pub asks_its_server: bool,
}

/// A page that needs nothing else, with a style sheet on top of that of all pages. Foreign text is made visible.
pub fn html_page(title: &str, style: &str, script: Option<&Script<'_>>, body: &Markup) -> String {
    let style = format!("{STYLE}{style}");
    let allowed = script.map_or_else(|| "'none'".to_owned(), |script| hash(script.text));
    let connections = if script.is_some_and(|script| script.asks_its_server) { "'self'" } else { "'none'" };
    let policy = format!(
        "default-src 'none'; script-src {allowed}; style-src {}; connect-src {connections}; base-uri 'none'; \
         form-action 'none'",
        hash(&style)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                style { (PreEscaped(&style)) }
            }
            body {
                (body)
                footer { "gammon " (env!("CARGO_PKG_VERSION")) }
                @if let Some(script) = script { script { (PreEscaped(script.text)) } }
            }
        }
    };
    visible(&page.into_string()).into_owned() + "\n"
}

/// A script or style sheet as a policy names it.
fn hash(text: &str) -> String {
    format!("'sha256-{}'", BASE64_STANDARD.encode(Sha256::of(text)))
}
