//! Buffers of runs, which are used again: making one costs more than many passes.

use web_sys::{GpuBuffer, GpuBufferDescriptor, GpuDevice};

/// Usages of buffers, as WebGPU numbers them.
pub mod usage {
    /// Its content can be read by the host.
    pub const MAP_READ: u32 = 0x1;
    /// Copies may come from it.
    pub const COPY_SRC: u32 = 0x4;
    /// Copies and writes may go to it.
    pub const COPY_DST: u32 = 0x8;
    /// Parameters of a pass.
    pub const UNIFORM: u32 = 0x40;
    /// Values.
    pub const STORAGE: u32 = 0x80;
}

/// Bytes of unused buffers that are kept.
const KEPT: u64 = 256 << 20;

/// Buffers that no run uses at the moment.
pub struct Pool {
    device: GpuDevice,
    free: Vec<(GpuBuffer, u64, u32)>,
}

impl Pool {
    /// An empty pool.
    pub fn new(device: GpuDevice) -> Self {
        Self {
            device,
            free: vec![],
        }
    }

    /// A buffer of at least `bytes`, with anything in it.
    pub fn take(&mut self, bytes: u64, usage: u32) -> Result<Taken, String> {
        // Sizes in steps of an eighth of the power of two below, so that they meet again.
        let step = (bytes.next_power_of_two() / 16).max(256);
        let size = bytes.max(1).next_multiple_of(step);
        let found = self
            .free
            .iter()
            .position(|(_, other, use_of)| *other == size && *use_of == usage);
        if let Some(place) = found {
            let (buffer, size, usage) = self.free.swap_remove(place);
            return Ok(Taken {
                buffer,
                size,
                usage,
            });
        }
        let buffer = make(&self.device, size, usage)?;
        Ok(Taken {
            buffer,
            size,
            usage,
        })
    }

    /// Keeps a buffer for another run.
    pub fn give(&mut self, taken: Taken) {
        self.free.push((taken.buffer, taken.size, taken.usage));
        let mut kept: u64 = self.free.iter().map(|(_, size, _)| size).sum();
        while kept > KEPT {
            let (buffer, size, _) = self.free.remove(0);
            buffer.destroy();
            kept -= size;
        }
    }

    /// Destroys what is not in use.
    pub fn clear(&mut self) {
        for (buffer, ..) in self.free.drain(..) {
            buffer.destroy();
        }
    }
}

/// A buffer of the pool, in use.
pub struct Taken {
    /// It, of `size` bytes or more than were asked for.
    pub buffer: GpuBuffer,
    size: u64,
    usage: u32,
}

/// A new buffer.
pub fn make(device: &GpuDevice, bytes: u64, usage: u32) -> Result<GpuBuffer, String> {
    let descriptor = GpuBufferDescriptor::new_with_f64(bytes.next_multiple_of(4) as f64, usage);
    device
        .create_buffer(&descriptor)
        .map_err(|error| super::device::text(&error))
}
