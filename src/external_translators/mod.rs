//! External translators: programs and chat endpoints that translate a Java class.
//!
//! This module sends the requests (limits, retries, cache, cost) and reads the answers. `config`
//! reads the configuration of a translator. Only this module and `github` use the network.

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
