//! Four tasks of tokio score with one matcher.
//!
//! ```sh
//! cargo run --profile harness --example score_from_tokio
//! ```

use epitome::matcher::{MatchOptions, Matcher};
use epitome::model::Bundle;
use std::{error::Error, sync::Arc};
use tokio::{runtime::Builder, runtime::Handle, task::spawn_blocking};

fn main() -> Result<(), Box<dyn Error>> {
    Builder::new_current_thread().build()?.block_on(async {
        let bundle = Bundle::open(concat!(env!("CARGO_MANIFEST_DIR"), "/models/fit-en"))?;
        let matcher = Arc::new(Matcher::load(&bundle, None).await?);
        let document = "The harbour line opens in May. It links the port with the old town.";
        let tasks = ["in May", "in June", "at the port", "at noon"].map(|when| {
            let (matcher, summaries) = (matcher.clone(), [format!("The line opens {when}.")]);
            let options = MatchOptions::default();
            spawn_blocking(move || {
                Handle::current().block_on(matcher.match_all(document, &summaries, options))
            })
        });
        for task in tasks {
            println!("{:.3}", task.await??[0].probability);
        }
        Ok(())
    })
}
