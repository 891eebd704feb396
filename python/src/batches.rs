//! Reads and writes record batches one at a time, through Arrow's C interface. This needs no other
//! library, and columns that pass through are not copied.

use super::{columns::CheckColumns, exception, library::Opened};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator, RecordBatchReader, StructArray};
use arrow_schema::{ArrowError, Field, FieldRef, Schema, SchemaRef};
use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyStopIteration, PyTypeError},
    prelude::*,
    types::{PyCapsule, PyDict, PyIterator, PyTuple},
};
use pyo3_arrow::{
    ffi::{ArrayIterator, to_array_pycapsules, to_stream_pycapsule},
    input::AnyRecordBatch,
};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

type Reader = Box<dyn RecordBatchReader + Send>;

/// The operation on each batch.
pub enum BatchWork {
    Check(CheckColumns),
    Usage(CheckColumns),
}

impl BatchWork {
    fn schema(&self, given: &Schema) -> SchemaRef {
        Arc::new(match self {
            BatchWork::Usage(_) => Schema::new(CheckColumns::usage_fields()),
            BatchWork::Check(work) => {
                let fields: Vec<FieldRef> = given.fields().iter().cloned().collect();
                let fields: Vec<FieldRef> = fields.into_iter().chain(work.fields()).collect();
                Schema::new(fields).with_metadata(given.metadata().clone())
            }
        })
    }
}

/// One record batch. The classes of `pyo3-arrow` would pull in all of Arrow, which is half the size
/// of the engine.
#[pyclass(frozen, module = "sleeve._sleeve")]
pub struct Batch(RecordBatch);

/// A schema as the type of a row.
fn row_field(schema: &Schema) -> FieldRef {
    let field = Field::new_struct("", schema.fields().clone(), false);
    Arc::new(field.with_metadata(schema.metadata().clone()))
}

// The requested schema is a wish, which Arrow allows us to ignore.
#[pymethods]
impl Batch {
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        let rows = StructArray::from(self.0.clone());
        Ok(to_array_pycapsules(py, row_field(self.0.schema_ref()), &rows, None)?)
    }
}

/// Record batches that are computed on demand: an iterator, and an Arrow stream.
///
/// All streams of them read on where the last one stopped, because DuckDB opens one only for its
/// schema. The reader is gone after the last batch.
#[pyclass(frozen, module = "sleeve._sleeve")]
pub struct Batches {
    schema: SchemaRef,
    reader: Arc<SharedReader>,
}

struct SharedReader(Mutex<Option<Reader>>);

impl SharedReader {
    /// Computes the next batch, and drops the reader at the end.
    fn next_batch(&self) -> Option<Result<RecordBatch, ArrowError>> {
        let mut reader = self.lock();
        let next = reader.as_mut().and_then(Iterator::next);
        if next.is_none() {
            *reader = None;
        }
        next
    }

    fn lock(&self) -> MutexGuard<'_, Option<Reader>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The caller's batches: a stream, or an iterable of batches, tables or streams.
struct GivenBatches {
    items: Option<Py<PyIterator>>,
    current: Option<Reader>,
}

impl GivenBatches {
    fn new(given: &Bound<'_, PyAny>) -> PyResult<GivenBatches> {
        let is_arrow =
            given.hasattr("__arrow_c_array__")? || given.hasattr("__arrow_c_stream__")?;
        if is_arrow {
            let current = given.extract::<AnyRecordBatch>()?.into_reader()?;
            return Ok(GivenBatches { items: None, current: Some(current) });
        }
        let mut batches = GivenBatches { items: Some(given.try_iter()?.unbind()), current: None };
        batches.take_item()?;
        Ok(batches)
    }

    /// Opens the next item; returns `false` at the end.
    fn take_item(&mut self) -> PyResult<bool> {
        let Some(items) = &self.items else { return Ok(false) };
        Python::attach(|py| {
            let Some(item) = items.bind(py).clone().next() else { return Ok(false) };
            self.current = Some(item?.extract::<AnyRecordBatch>()?.into_reader()?);
            Ok(true)
        })
    }
}

impl Iterator for GivenBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(batch) = self.current.as_mut().and_then(Iterator::next) {
                return Some(batch);
            }
            match self.take_item() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => return Some(Err(external(error))),
            }
        }
    }
}

/// Wraps an exception for Arrow.
fn external(error: PyErr) -> ArrowError {
    ArrowError::ExternalError(Box::new(error))
}

struct WorkedBatches {
    given: GivenBatches,
    schema: SchemaRef,
    work: BatchWork,
    opened: Arc<Opened>,
}

impl WorkedBatches {
    fn work(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let columns: Vec<ArrayRef> = match &self.work {
            BatchWork::Usage(work) => work.usage(batch, &self.opened).map_err(external)?,
            BatchWork::Check(work) => {
                let columns = work.check(batch, &self.opened).map_err(external)?;
                batch.columns().iter().cloned().chain(columns).collect()
            }
        };
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

impl Iterator for WorkedBatches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.given.next()?;
        Some(batch.and_then(|batch| self.work(&batch)))
    }
}

impl RecordBatchReader for WorkedBatches {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

impl Batches {
    /// From the caller's batches.
    pub fn new(
        given: &Bound<'_, PyAny>,
        opened: Arc<Opened>,
        work: BatchWork,
    ) -> PyResult<Batches> {
        let given = GivenBatches::new(given)?;
        if let Some(first) = &given.current {
            let (BatchWork::Check(columns) | BatchWork::Usage(columns)) = &work;
            columns.check_schema(&first.schema(), matches!(work, BatchWork::Check(_)))?;
        }
        let schema =
            given.current.as_ref().map_or_else(|| Arc::new(Schema::empty()), |of| of.schema());
        let schema = work.schema(&schema);
        Ok(Batches::from_reader(Box::new(WorkedBatches { given, schema, work, opened })))
    }

    /// From one batch.
    pub fn from_batch(py: Python<'_>, batch: Result<RecordBatch, ArrowError>) -> PyResult<Batches> {
        let batch = batch.map_err(|error| exception(py, &error.to_string()))?;
        let schema = batch.schema();
        Ok(Batches::from_reader(Box::new(RecordBatchIterator::new([Ok(batch)], schema))))
    }

    fn from_reader(reader: Reader) -> Batches {
        let schema = reader.schema();
        Batches { schema, reader: Arc::new(SharedReader(Mutex::new(Some(reader)))) }
    }
}

#[pymethods]
impl Batches {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Batch> {
        match py.detach(|| self.reader.next_batch()) {
            None => Err(PyStopIteration::new_err(())),
            Some(Ok(batch)) => Ok(Batch(batch)),
            Some(Err(ArrowError::ExternalError(error))) => Err(match error.downcast::<PyErr>() {
                Ok(error) => *error,
                Err(error) => PyRuntimeError::new_err(error.to_string()),
            }),
            Some(Err(error)) => Err(PyRuntimeError::new_err(error.to_string())),
        }
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        if self.reader.lock().is_none() {
            return Err(PyRuntimeError::new_err("these batches were already consumed"));
        }
        let field = row_field(&self.schema);
        let reader = Arc::clone(&self.reader);
        let rows = std::iter::from_fn(move || reader.next_batch()).map(|batch| {
            let batch = batch.map_err(interrupt_again)?;
            Ok(Arc::new(StructArray::from(batch)) as ArrayRef)
        });
        Ok(to_stream_pycapsule(py, Box::new(ArrayIterator::new(rows, field)), None)?)
    }

    fn __repr__(&self) -> String {
        let fields = self.schema.fields().iter();
        let columns: Vec<&str> = fields.map(|field| field.name().as_str()).collect();
        format!("<sleeve.Batches of {}>", columns.join(", "))
    }

    /// Raises an error, because pandas would put each batch into one cell.
    #[pyo3(signature = (*_args, **_options))]
    fn __array__(
        &self,
        _args: &Bound<'_, PyTuple>,
        _options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<()> {
        let text = "these are record batches, not an array; use `.to_pandas()` or `.to_arrow()`";
        Err(PyTypeError::new_err(text))
    }
}

/// Raises Ctrl-C again: readers of a stream only see the text of an error, and turn it into another
/// exception, which `except Exception` would catch. Returns an error whose text needs no Python,
/// which would raise Ctrl-C unseen.
fn interrupt_again(error: ArrowError) -> ArrowError {
    let ArrowError::ExternalError(inner) = &error else { return error };
    let is_interrupted = Python::attach(|py| {
        let inner = inner.downcast_ref::<PyErr>();
        let is_interrupt = inner.is_some_and(|e| e.is_instance_of::<PyKeyboardInterrupt>(py));
        // If it cannot be raised, the stream's error remains.
        is_interrupt
            && py.import("_thread").and_then(|of| of.call_method0("interrupt_main")).is_ok()
    });
    if is_interrupted { ArrowError::ComputeError("interrupted".to_owned()) } else { error }
}
