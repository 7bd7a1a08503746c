//! Cooperative yields: long work on one thread lets other work take a turn.
//!
//! Work is counted, not timed, so that every host yields at the same places: whoever computes says
//! how many products a piece took, and once [`TURN`] of them have been counted since the last yield
//! the future is pending once and wakes itself. A driver that sees [`take_yielded`] may wait for a
//! turn of its event loop before it polls again, or drop the future to cancel the work; any other
//! executor polls again at once.

use std::cell::Cell;
use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

/// Products between two yields: about 15 ms of WebAssembly on one core of a server.
pub(crate) const TURN: u64 = 1 << 28;

thread_local! {
    static COUNTED: Cell<u64> = const { Cell::new(0) };
    static YIELDED: Cell<bool> = const { Cell::new(false) };
}

/// Counts `work` products, and yields if they complete a turn.
pub(crate) async fn after(work: u64) {
    let counted = COUNTED.get().saturating_add(work);
    if counted < TURN {
        COUNTED.set(counted);
        return;
    }
    COUNTED.set(0);
    Yield { waited: false }.await;
}

/// Drives work to its end without a turn of others. It may wait for nothing but turns.
pub(crate) fn at_once<T>(work: impl Future<Output = T>) -> T {
    let mut work = pin!(work);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(done) = work.as_mut().poll(&mut context) {
            take_yielded();
            return done;
        }
    }
}

/// Whether a future has yielded on this thread since the last call.
pub(crate) fn take_yielded() -> bool {
    YIELDED.replace(false)
}

/// Pending once.
struct Yield {
    waited: bool,
}

impl Future for Yield {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.waited {
            return Poll::Ready(());
        }
        self.waited = true;
        YIELDED.set(true);
        context.waker().wake_by_ref();
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_future_yields_once_a_turn() {
        let mut work = pin!(async {
            for _ in 0..8 {
                after(TURN / 2).await;
            }
        });
        let mut context = Context::from_waker(Waker::noop());
        let mut yields = 0;
        while work.as_mut().poll(&mut context).is_pending() {
            assert!(take_yielded());
            yields += 1;
        }
        assert_eq!(yields, 4);
        assert!(!take_yielded());
    }

    #[test]
    fn work_may_be_driven_at_once() {
        let done = at_once(async {
            after(3 * TURN).await;
            after(3 * TURN).await;
            7
        });
        assert_eq!((done, take_yielded()), (7, false));
    }
}
