//! The memory that a host and this module share: buffers by their addresses.
//!
//! A buffer belongs to the module from its allocation to its release, so that an address that the
//! module never gave is refused by looking it up, and nothing is read through it.

use std::cell::RefCell;
use std::collections::HashMap;

/// The most bytes of one buffer: what a 32-bit length and a header of 8 bytes can say.
const MOST: usize = i32::MAX as usize - 16;

thread_local! {
    static BUFFERS: RefCell<HashMap<usize, Vec<u8>>> = RefCell::default();
}

/// A buffer of `length` zeros; `None` where there is no room.
pub(crate) fn allocate(length: usize) -> Option<usize> {
    if length > MOST {
        return None;
    }
    let mut bytes = Vec::new();
    // An empty vector has no place of its own.
    bytes.try_reserve_exact(length.max(1)).ok()?;
    bytes.resize(length, 0);
    Some(keep(bytes))
}

/// Keeps bytes until their release, and gives their address.
pub(crate) fn keep(bytes: Vec<u8>) -> usize {
    let address = bytes.as_ptr() as usize;
    BUFFERS.with_borrow_mut(|all| all.insert(address, bytes));
    address
}

/// Takes a buffer; `None` for an address that is not one's.
pub(crate) fn take(address: usize) -> Option<Vec<u8>> {
    BUFFERS.with_borrow_mut(|all| all.remove(&address))
}

/// The bytes at an address, for tests, which share no memory with a host.
#[cfg(test)]
pub(crate) fn change<T>(address: usize, with: impl FnOnce(&mut Vec<u8>) -> T) -> Option<T> {
    BUFFERS.with_borrow_mut(|all| all.get_mut(&address).map(with))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_buffer_is_taken_once() {
        let address = allocate(3).unwrap();
        assert_eq!(take(address), Some(vec![0; 3]));
        assert_eq!(take(address), None);
    }

    #[test]
    fn empty_buffers_have_addresses_of_their_own() {
        let (one, two) = (allocate(0).unwrap(), allocate(0).unwrap());
        assert_ne!(one, two);
        assert!(take(one).is_some() && take(two).is_some());
    }

    #[test]
    fn what_has_no_room_is_refused() {
        assert_eq!(allocate(usize::MAX), None);
        assert_eq!(allocate(MOST + 1), None);
    }
}
