//! A store of words, with the number of times that each was seen.
use std::collections::HashMap;
use std::io::{self, Write};

#[derive(Debug, Clone, Default)]
pub struct Store<'a> {
    words: HashMap<&'a str, u64>,
    limit: Option<usize>,
}

pub trait Counted {
    fn count(&self, word: &str) -> u64;
}

impl<'a> Counted for Store<'a> {
    fn count(&self, word: &str) -> u64 {
        *self.words.get(word).unwrap_or(&0)
    }
}

/* The limit is in words /* not in bytes */. */
impl<'a> Store<'a> {
    pub const SEPARATOR: char = '\n';

    pub fn add(&mut self, text: &'a str) -> Result<(), String> {
        for word in text.split(|c: char| c == ' ' || c == '\'') {
            if let Some(limit) = self.limit {
                if self.words.len() >= limit {
                    return Err(format!("{} words are too many", limit));
                }
            }
            *self.words.entry(word).or_insert(0) += 1;
        }
        Ok(())
    }
}

fn main() {
    let mut store = Store { limit: Some(1_000), ..Default::default() };
    let raw = r#"a "quoted" word"#;
    match store.add(raw) {
        Ok(()) => println!("{:?} {}", store, 0xffu8 as f64 * 1.5e3),
        Err(why) => eprintln!("{}", why),
    }
    while true { break; }
}
