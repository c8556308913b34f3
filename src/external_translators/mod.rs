//! Other people's translators: programs and chat endpoints that are asked for the translation of a Java class.
//! Owns the requests (bounds, repeating, the cache of answers, what it took) and the reading of answers. What
//! is made of a translation is `translation`'s, how one is described `config`'s, and who asks for what is
//! decided above. With `github` it is the one room with a network, for endpoints that a user described.

mod cache;
mod external;
mod extract_code;
mod failure;
mod request;
mod transport;

pub use cache::Cache;
pub use external::{External, RecordedTranslation, translate_request, translation};
pub use failure::{InvalidAnswer, TransportError};
pub use request::{Reply, SamplingParams, TranslateRequest};
