//! The folder of the user.

use std::env;
use std::path::is_separator;

/// A name of a file in which a leading `~` stands for the user's folder, where that is known.
pub fn with_home(name: &str) -> String {
    let rest = name.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with(is_separator));
    let home =
        env::home_dir().filter(|home| home.is_absolute()).and_then(|home| home.into_os_string().into_string().ok());
    rest.zip(home).map_or_else(|| name.to_owned(), |(rest, home)| home + rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tilde_is_the_folder_of_the_user_only_where_a_name_begins() {
        let home = env::home_dir().expect("a user with a folder").display().to_string();
        assert_eq!(with_home("~"), home);
        assert_eq!(with_home("~/a b.mat"), format!("{home}/a b.mat"));
        for name in ["a~/b", "~ann/b", "./~/b", "a.mat~"] {
            assert_eq!(with_home(name), name);
        }
    }
}
