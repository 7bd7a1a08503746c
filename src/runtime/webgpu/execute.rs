//! Runs of a plan on a device.
//!
//! The queue takes the inputs, all passes and the copy of the outputs in one go; what
//! is waited for is the copy. A run that fails (device lost, out of memory, validation,
//! time) leaves nothing behind and says why.

use std::rc::Rc;

use js_sys::{Promise, Uint8Array};
use web_sys::{
    GpuBindGroupDescriptor, GpuBindGroupEntry, GpuBuffer, GpuBufferBinding, GpuErrorFilter,
};

use super::buffers::{Taken, make, usage};
use super::device::{Device, settled, text, untyped};
use super::fixed::{bits, integers};
use super::lower::Lowering;
use super::program::{Buffer, Limits, Output, PARAMETER_STEP, Program, Store, Unfit};
use super::timer::{Timer, Unanswered};
use crate::model::{Tensor, TensorData};
use crate::runtime::plan::Plan;

/// A plan whose weights are on a device.
pub struct Loaded {
    device: Rc<Device>,
    lowering: Lowering,
    fixed: Vec<GpuBuffer>,
}

/// Why a run gave nothing.
pub enum Failure {
    /// This run is nothing for the device; others may be.
    Unfit(String),
    /// The device is of no use any more.
    Broken(String),
}

impl From<Unfit> for Failure {
    fn from(Unfit(problem): Unfit) -> Self {
        Self::Unfit(problem)
    }
}

impl Loaded {
    /// Puts the weights of a plan on a device.
    ///
    /// # Errors
    ///
    /// What of the plan has no kernel, or what the device refuses.
    pub async fn new(device: Rc<Device>, plan: Plan) -> Result<Self, String> {
        let (lowering, words) = Lowering::new(
            plan,
            Limits {
                binding: device.limits.binding,
            },
        )
        .map_err(|Unfit(problem)| problem)?;
        let scopes = Scopes::push(&device);
        let fixed: Result<Vec<GpuBuffer>, String> = words
            .iter()
            .map(|words| {
                let bytes = bytes(words);
                let size = (bytes.len() as u64).max(4);
                let buffer = make(
                    &device.device,
                    size,
                    usage::STORAGE | usage::COPY_DST | usage::COPY_SRC,
                )?;
                write(&device, &buffer, &bytes)?;
                Ok(buffer)
            })
            .collect();
        let problem = scopes.close().first().await;
        let fixed = fixed?;
        device.enter();
        let loaded = Self {
            device,
            lowering,
            fixed,
        };
        problem.map_or(Ok(loaded), Err)
    }

    /// The device.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Runs the plan; symbols are those of the plan.
    ///
    /// # Errors
    ///
    /// See [`Failure`].
    pub async fn run(&self, inputs: &[Tensor], symbols: &[usize]) -> Result<Vec<Tensor>, Failure> {
        if let Some(reason) = self.device.lost() {
            return Err(Failure::Broken(format!("the device was lost: {reason}")));
        }
        let mut given = Vec::with_capacity(inputs.len());
        for (place, input) in inputs.iter().enumerate() {
            given.push(match input.data() {
                TensorData::I64(values) => {
                    self.lowering.check_places(place, values)?;
                    bytes(&integers(values)?)
                }
                TensorData::F32(values) => bytes(&bits(values).collect::<Vec<_>>()),
                TensorData::Bool(values) => bytes(
                    &values
                        .iter()
                        .map(|&truth| u32::from(truth))
                        .collect::<Vec<_>>(),
                ),
            });
        }
        let shapes: Vec<Vec<usize>> = inputs.iter().map(|input| input.shape().to_vec()).collect();
        let program = self.lowering.program(&shapes, symbols)?;
        let timer = Timer::new(self.device.software);
        let pipelines = self
            .device
            .pipelines(&program.passes, &timer)
            .await
            .map_err(|unanswered| self.unanswered(unanswered))?;
        let mut held = Held::default();
        // Runs of other sessions are in between wherever this one waits, so that the
        // scopes, of which a device has one stack, are closed before.
        let scopes = Scopes::push(&self.device);
        let submitted = self.submit(&program, &pipelines, &given, &mut held);
        let complaints = scopes.close();
        let read = match submitted {
            Ok(()) => self.read(&held, &timer).await,
            Err(problem) => Err(Unanswered::Failed(problem)),
        };
        let problem = match &read {
            Err(Unanswered::Silent(_)) => None,
            _ => complaints.first().await,
        };
        match (read, problem) {
            (Ok(bytes), None) => {
                let mut pool = self.device.pool.borrow_mut();
                held.all().for_each(|taken| pool.give(taken));
                tensors(&program.outputs, &bytes).map_err(Failure::Broken)
            }
            (read, problem) => {
                held.all().for_each(|taken| taken.buffer.destroy());
                let unanswered = read.err().unwrap_or(Unanswered::Failed(String::new()));
                Err(match problem {
                    Some(problem) => self.broken(problem),
                    None => self.unanswered(unanswered),
                })
            }
        }
    }

    /// A silent device is given up, for all sessions.
    fn unanswered(&self, unanswered: Unanswered) -> Failure {
        if let Unanswered::Silent(problem) = &unanswered {
            self.device.give_up(problem);
        }
        Failure::Broken(unanswered.problem())
    }

    fn broken(&self, problem: String) -> Failure {
        Failure::Broken(match self.device.lost() {
            Some(reason) => format!("the device was lost: {reason}"),
            None => problem,
        })
    }

    /// Writes the inputs, and hands the passes and the copy of the outputs over.
    fn submit(
        &self,
        program: &Program,
        pipelines: &[super::device::Pipeline],
        inputs: &[Vec<u8>],
        held: &mut Held,
    ) -> Result<(), String> {
        let device = &*self.device;
        {
            let mut pool = device.pool.borrow_mut();
            let storage = usage::STORAGE | usage::COPY_DST | usage::COPY_SRC;
            for &bytes in &program.slots {
                held.slots.push(pool.take(bytes, storage)?);
            }
            let length = program.outputs.iter().map(length).sum();
            held.read = Some(pool.take(length, usage::MAP_READ | usage::COPY_DST)?);
            let mut words = vec![];
            for pass in &program.passes {
                held.starts.push(4 * words.len());
                words.extend(&pass.parameters);
                words.resize(words.len().next_multiple_of(PARAMETER_STEP / 4), 0);
            }
            let parameters = pool.take(4 * words.len() as u64, usage::UNIFORM | usage::COPY_DST)?;
            write(device, &parameters.buffer, &bytes(&words))?;
            held.parameters = Some(parameters);
        }
        let (Some(parameters), Some(read)) = (&held.parameters, &held.read) else {
            return Err("a buffer is missing".into());
        };
        for (&slot, bytes) in program.inputs.iter().zip(inputs) {
            write(device, &held.slots[slot].buffer, bytes)?;
        }
        let place = |buffer: Buffer| match buffer {
            Buffer::Slot(slot) => &held.slots[slot].buffer,
            Buffer::Fixed(place) => &self.fixed[place],
        };
        let encoder = device.device.create_command_encoder();
        let passes = encoder.begin_compute_pass();
        for ((pass, pipeline), &start) in program.passes.iter().zip(pipelines).zip(&held.starts) {
            let mut entries = Vec::with_capacity(pass.buffers.len() + 1);
            for (&buffer, binding) in pass.buffers.iter().zip(0..) {
                let buffer = GpuBufferBinding::new(place(buffer));
                entries.push(GpuBindGroupEntry::new_with_gpu_buffer_binding(
                    binding, &buffer,
                ));
            }
            let buffer = GpuBufferBinding::new(&parameters.buffer);
            buffer.set_offset_f64(start as f64);
            buffer.set_size_f64(4.0 * pass.parameters.len() as f64);
            let binding = pass.buffers.len() as u32;
            entries.push(GpuBindGroupEntry::new_with_gpu_buffer_binding(
                binding, &buffer,
            ));
            let group = GpuBindGroupDescriptor::new(&entries, &pipeline.layout);
            passes.set_pipeline(&pipeline.pipeline);
            passes.set_bind_group(0, Some(&device.device.create_bind_group(&group)));
            let [x, y, z] = pass.workgroups;
            passes.dispatch_workgroups_with_workgroup_count_y_and_workgroup_count_z(x, y, z);
        }
        passes.end();
        let mut at = 0;
        for output in &program.outputs {
            let bytes = length(output);
            encoder
                .copy_buffer_to_buffer_with_f64_and_f64_and_f64(
                    place(output.buffer),
                    0.0,
                    &read.buffer,
                    at as f64,
                    bytes as f64,
                )
                .map_err(|error| text(&error))?;
            at += bytes;
        }
        device.device.queue().submit(&[encoder.finish()]);
        Ok(())
    }

    /// Waits for the outputs.
    async fn read(&self, held: &Held, timer: &Timer) -> Result<Vec<u8>, Unanswered> {
        let Some(read) = &held.read else {
            return Err(Unanswered::Failed("a buffer is missing".into()));
        };
        timer.within(read.buffer.map_async(usage::MAP_READ)).await?;
        let range = read
            .buffer
            .get_mapped_range()
            .map_err(|error| Unanswered::Failed(text(&error)))?;
        let bytes = Uint8Array::new(&range).to_vec();
        read.buffer.unmap();
        Ok(bytes)
    }
}

impl Drop for Loaded {
    fn drop(&mut self) {
        for buffer in &self.fixed {
            buffer.destroy();
        }
        self.device.leave();
    }
}

/// The buffers of a run.
#[derive(Default)]
struct Held {
    slots: Vec<Taken>,
    parameters: Option<Taken>,
    read: Option<Taken>,
    /// Where the parameters of each pass begin, in bytes.
    starts: Vec<usize>,
}

impl Held {
    fn all(self) -> impl Iterator<Item = Taken> {
        self.slots
            .into_iter()
            .chain(self.parameters)
            .chain(self.read)
    }
}

/// Catches what the device complains of.
struct Scopes<'a>(&'a Device);

impl<'a> Scopes<'a> {
    fn push(device: &'a Device) -> Self {
        device.device.push_error_scope(GpuErrorFilter::OutOfMemory);
        device.device.push_error_scope(GpuErrorFilter::Validation);
        device.device.push_error_scope(GpuErrorFilter::Internal);
        Self(device)
    }

    /// Ends what is caught; what was is still to come.
    fn close(self) -> Complaints {
        Complaints([(); 3].map(|()| untyped(self.0.device.pop_error_scope())))
    }
}

/// What a device may complain of.
struct Complaints([Promise; 3]);

impl Complaints {
    /// The first complaint.
    async fn first(self) -> Option<String> {
        let mut found = None;
        for scope in self.0 {
            let complaint = match settled(scope).await {
                Ok(none) if none.is_null() || none.is_undefined() => None,
                Ok(error) | Err(error) => Some(text(&error)),
            };
            found = found.or(complaint);
        }
        found
    }
}

/// Words as the device keeps them, in bytes.
fn bytes(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn write(device: &Device, buffer: &GpuBuffer, bytes: &[u8]) -> Result<(), String> {
    device
        .device
        .queue()
        .write_buffer_with_f64_and_u8_slice(buffer, 0.0, bytes)
        .map_err(|error| text(&error))
}

/// Bytes of an output.
fn length(output: &Output) -> u64 {
    4 * output.shape.iter().product::<usize>() as u64
}

fn tensors(outputs: &[Output], bytes: &[u8]) -> Result<Vec<Tensor>, String> {
    let (words, _) = bytes.as_chunks::<4>();
    let mut words = words.iter().copied().map(u32::from_le_bytes);
    let tensor = |output: &Output| {
        let words = words.by_ref().take(output.shape.iter().product());
        let data = match output.store {
            Store::Float => TensorData::F32(words.map(f32::from_bits).collect()),
            Store::Truth => TensorData::Bool(words.map(|word| word != 0).collect()),
            _ => TensorData::I64(words.map(|word| i64::from(word.cast_signed())).collect()),
        };
        Tensor::new(output.shape.clone(), data).map_err(|error| error.message().to_owned())
    };
    outputs.iter().map(tensor).collect()
}
