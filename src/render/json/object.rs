//! An object as its keys with their values, in the order in which they are written.

use serde::Serialize;

/// The text between the braces. Serde writes the values.
#[derive(Clone, Debug, Default)]
pub(super) struct Object(String);

fn text_of(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data with text keys")
}

impl Object {
    /// The keys of a value that serde writes as an object.
    pub fn of(value: &impl Serialize) -> Self {
        let text = text_of(value);
        let fields = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        Self(fields.expect("an object stands in braces").to_owned())
    }

    /// Adds the keys of another object.
    pub fn and(mut self, other: &Self) -> Self {
        if !self.0.is_empty() && !other.0.is_empty() {
            self.0.push(',');
        }
        self.0 += &other.0;
        self
    }

    fn with_text(self, key: &str, text: &str) -> Self {
        self.and(&Self(format!("\"{key}\":{text}")))
    }

    /// Adds a key.
    pub fn with(self, key: &str, value: impl Serialize) -> Self {
        self.with_text(key, &text_of(&value))
    }

    /// Adds a key where there is a value.
    pub fn with_some(self, key: &str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(key, value),
            None => self,
        }
    }

    /// Adds a key where it is true.
    pub fn with_true(self, key: &str, is: bool) -> Self {
        self.with_some(key, is.then_some(true))
    }

    /// Adds an object, or `null`.
    pub fn with_object(self, key: &str, object: impl Into<Option<Self>>) -> Self {
        let text = object.into().map_or_else(|| "null".to_owned(), |object| object.text());
        self.with_text(key, &text)
    }

    /// Adds an object where there is one.
    pub fn with_some_object(self, key: &str, object: Option<Self>) -> Self {
        match object {
            Some(object) => self.with_object(key, object),
            None => self,
        }
    }

    /// Adds a list of objects.
    pub fn with_objects(self, key: &str, objects: impl IntoIterator<Item = Self>) -> Self {
        let texts: Vec<String> = objects.into_iter().map(|object| object.text()).collect();
        self.with_text(key, &format!("[{}]", texts.join(",")))
    }

    /// The object as it is written.
    pub fn text(&self) -> String {
        format!("{{{}}}", self.0)
    }
}
