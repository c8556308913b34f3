//! Translates with an external translator.
//!
//! A request has a whole class, and an answer has a whole module. This module sends each request once. If the cache
//! has an answer, this module sends no request.

use super::cache::{Cache, CacheKey};
use super::extract_code;
use super::transport;
use crate::config::TranslatorConfig;
use crate::external_translators::request::{Reply, SamplingParams, TranslateRequest};
use crate::external_translators::transport::channel::Channel;
use mts_model::TranslatorUsage;
use mts_model::error::Result;
use mts_model::{Function, JavaType, Mutant, Pair, Param, Parameters, span};
use mts_translate::{PairSource, Translation, Translator, recorded};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// An external translator, shared by all workers.
#[derive(Clone)]
pub struct External {
    inner: Arc<Inner>,
    params: SamplingParams,
}

struct Inner {
    name: String,
    channel: Box<dyn Channel>,
    cache: Option<Cache>,
    texts: AtomicU64,
    cached: AtomicU64,
    /// The translations that the translator records. The key is the key of the pair.
    recorded: Option<Mutex<BTreeMap<String, Vec<RecordedTranslation>>>>,
}

/// A mutant with its translation, for a recording.
#[derive(Clone, Debug)]
pub struct RecordedTranslation {
    /// The mutant.
    pub mutant: Mutant,
    /// The Java class with the mutant.
    pub java: String,
    /// The translation. `None` means that the mutant does not count, so the tool requested no
    /// translation.
    pub translation: Option<Translation>,
}

impl External {
    /// Opens the translator. If `keeps` is true, the translator records the translation of every
    /// mutant.
    ///
    /// # Errors
    /// Returns an error if the program does not exist, or if the endpoint must not be used as
    /// configured.
    pub fn open(described: &TranslatorConfig, cache: Option<Cache>, keeps: bool) -> Result<Self> {
        let inner = Inner {
            name: described.name.clone(),
            channel: transport::open(described)?,
            cache,
            texts: AtomicU64::new(0),
            cached: AtomicU64::new(0),
            recorded: keeps.then(Mutex::default),
        };
        let TranslatorConfig { candidates, temperature, seed, .. } = *described;
        let params = SamplingParams { candidates, temperature, seed, prompt: 0 };
        Ok(Self { inner: Arc::new(inner), params })
    }

    /// Returns the same translator with other parameters. Without a new seed, the old seed stays.
    #[must_use]
    pub fn with(&self, parameters: &Parameters) -> Self {
        let Parameters { temperature, seed, prompt } = *parameters;
        let params =
            SamplingParams { temperature: Some(temperature), seed: seed.or(self.params.seed), prompt, ..self.params };
        Self { inner: Arc::clone(&self.inner), params }
    }

    /// Returns a hash of all facts that the answers depend on.
    #[must_use]
    pub fn identity(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        let params = format!("{:?}", self.params);
        for part in self.inner.channel.identity().iter().chain([&params]) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        hasher.finalize().to_hex()[..32].to_owned()
    }

    /// Returns the cost of all requests so far.
    #[must_use]
    pub fn usage(&self) -> TranslatorUsage {
        let own = self.inner.channel.usage();
        // With a temperature above 0 and without a seed, the model gives different answers each
        // time.
        let is_drawn = self.params.seed.is_none() && self.params.temperature.is_some_and(|heat| heat > 0.0);
        TranslatorUsage {
            texts: self.inner.texts.load(Ordering::Relaxed),
            cached: self.inner.cached.load(Ordering::Relaxed),
            reproducible: own.reproducible && !is_drawn,
            ..own
        }
    }

    /// Returns the recorded translations of a pair, in the order of its mutants.
    #[must_use]
    pub fn recorded(&self, pair: &str) -> Vec<RecordedTranslation> {
        let recorded = self.inner.recorded.as_ref().and_then(|all| all.lock().ok()?.get(pair).cloned());
        recorded.unwrap_or_default()
    }

    /// Returns one reply for each request, in order.
    ///
    /// Without `candidates`, the number of candidates comes from the configuration.
    #[must_use]
    pub fn ask(&self, questions: &[TranslateRequest], candidates: Option<usize>) -> Vec<Reply> {
        let Inner { channel, cache, .. } = self.inner.as_ref();
        let params = SamplingParams { candidates: candidates.unwrap_or(self.params.candidates), ..self.params };
        let identity = channel.identity();
        let keys: Vec<CacheKey> =
            questions.iter().map(|question| CacheKey::new(&identity, question, &params)).collect();
        let mut known: BTreeMap<&CacheKey, Reply> = BTreeMap::new();
        let mut open: BTreeMap<&CacheKey, usize> = BTreeMap::new();
        for (at, key) in keys.iter().enumerate() {
            if known.contains_key(key) || open.contains_key(key) {
                continue;
            }
            self.inner.texts.fetch_add(1, Ordering::Relaxed);
            match cache.as_ref().and_then(|cache| cache.get(key)) {
                Some(texts) => {
                    self.inner.cached.fetch_add(1, Ordering::Relaxed);
                    known.insert(key, Reply::Texts(texts));
                }
                None => {
                    open.insert(key, at);
                }
            }
        }
        // Sort the requests by their position.
        let mut wanted: Vec<(usize, &CacheKey)> = open.into_iter().map(|(key, at)| (at, key)).collect();
        wanted.sort();
        let asked: Vec<&TranslateRequest> = wanted.iter().map(|(at, _)| &questions[*at]).collect();
        for ((_, key), reply) in wanted.into_iter().zip(channel.ask(&asked, &params)) {
            if let (Some(cache), Reply::Texts(texts)) = (cache, &reply) {
                cache.put(key, texts);
            }
            known.insert(key, reply);
        }
        let silent = || Reply::Unreachable("no reply".into());
        keys.iter().map(|key| known.get(key).cloned().unwrap_or_else(silent)).collect()
    }

    /// Returns at most `most` translations of a function, the best first.
    ///
    /// If the translator gives no translation, the list contains only the reason.
    ///
    /// # Errors
    /// Returns an internal error if the grammar cannot be loaded.
    pub fn candidates(&self, function: &Function, java: &str, most: usize) -> Result<Vec<Translation>> {
        let names = [function.name.clone(), mts_translate::transpiler::snake(&function.name)];
        match self.ask(&[translate_request(function, java)], Some(most)).pop() {
            Some(Reply::Texts(texts)) => {
                texts.iter().take(most).map(|text| extract_code::read(text, &names, function.params.len())).collect()
            }
            Some(Reply::Missing(why)) => Ok(vec![Translation::Missing(why)]),
            Some(Reply::Unreachable(why)) => Ok(vec![Translation::Unreachable(why)]),
            None => Ok(Vec::new()),
        }
    }

    /// Returns the best translation of each function. The request has the function in its class.
    ///
    /// # Errors
    /// Returns an internal error if the grammar cannot be loaded.
    pub fn each(&self, functions: &[(&Function, &str)]) -> Result<Vec<Translation>> {
        let questions: Vec<TranslateRequest> =
            functions.iter().map(|(function, java)| translate_request(function, java)).collect();
        let read = |((function, _), reply): (&(&Function, &str), Reply)| {
            let names = [function.name.clone(), mts_translate::transpiler::snake(&function.name)];
            match reply {
                Reply::Texts(texts) => {
                    let best = texts.first().map(String::as_str).unwrap_or_default();
                    extract_code::read(best, &names, function.params.len())
                }
                Reply::Missing(why) => Ok(Translation::Missing(why)),
                Reply::Unreachable(why) => Ok(Translation::Unreachable(why)),
            }
        };
        functions.iter().zip(self.ask(&questions, Some(1))).map(read).collect()
    }

    /// Returns the best translation of each Java text. Each text is a version of the pair's class.
    ///
    /// # Errors
    /// Returns an internal error if the grammar cannot be loaded.
    pub fn translations(&self, pair: &Pair, texts: &[String]) -> Result<Vec<Translation>> {
        let questions: Vec<TranslateRequest> = texts.iter().map(|java| translate_request(&pair.java, java)).collect();
        self.ask(&questions, None).into_iter().map(|reply| translation(reply, pair)).collect()
    }
}

/// Makes a request for a function in its class.
#[must_use]
pub fn translate_request(function: &Function, java: &str) -> TranslateRequest {
    let one = |ty: &JavaType, name: &str| format!("{ty} {name}");
    // For a program, the tool calls this parameter `stdin`, but a translator expects the usual name of `main`'s
    // parameter.
    let name = |param: &Param| if function.is_entry_point() { "args".to_owned() } else { param.name.clone() };
    let params: Vec<String> = function.params.iter().map(|param| one(&param.ty, &name(param))).collect();
    TranslateRequest {
        java: java.to_owned(),
        class: function.scope.join("."),
        method: function.name.clone(),
        signature: format!("{}({})", one(&function.returns, &function.name), params.join(", ")),
    }
}

/// Returns the best candidate of a reply as a translation for a pair.
///
/// # Errors
/// Returns an internal error if the grammar cannot be loaded.
pub fn translation(reply: Reply, pair: &Pair) -> Result<Translation> {
    match reply {
        Reply::Missing(why) => Ok(Translation::Missing(why)),
        Reply::Unreachable(why) => Ok(Translation::Unreachable(why)),
        Reply::Texts(texts) => {
            let best = texts.first().map(String::as_str).unwrap_or_default();
            if pair.is_program() {
                return Ok(extract_code::program(best, pair));
            }
            extract_code::read(best, &recorded::names(pair), pair.java.params.len())
        }
    }
}

impl Translator for External {
    fn name(&self) -> String {
        self.inner.name.clone()
    }

    fn translate(&mut self, source: &PairSource<'_>, mutants: &[&Mutant], asked: &[usize]) -> Result<Vec<Translation>> {
        let text = |at: &usize| {
            let edits = &mutants.get(*at)?.edits;
            span::apply(&source.java.text, edits)
        };
        let texts: Vec<Option<String>> = asked.iter().map(text).collect();
        let whole: Vec<String> = texts.iter().flatten().cloned().collect();
        let mut translations = self.translations(source.pair, &whole)?.into_iter();
        let unfit = || Translation::Missing("the edits of the mutant do not fit the Java file".into());
        let all: Vec<Translation> =
            texts.iter().map(|text| text.as_ref().and_then(|_| translations.next()).unwrap_or_else(unfit)).collect();
        if let Some(Ok(mut kept)) = self.inner.recorded.as_ref().map(Mutex::lock) {
            let by_place: BTreeMap<usize, &Translation> = asked.iter().copied().zip(&all).collect();
            let record = |(at, mutant): (usize, &&Mutant)| RecordedTranslation {
                mutant: (*mutant).clone(),
                java: span::apply(&source.java.text, &mutant.edits).unwrap_or_default(),
                translation: by_place.get(&at).map(|translation| (*translation).clone()),
            };
            kept.insert(source.pair.key(), mutants.iter().enumerate().map(record).collect());
        }
        Ok(all)
    }

    fn follows_port(&self) -> bool {
        false
    }
}
