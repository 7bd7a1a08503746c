//! Runs a future of the library to its end, on the only thread that there is.

use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// Polls until the work is over. What yields has woken itself, so that waiting is polling again.
pub(crate) fn to_end<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            return done;
        }
    }
}
