import { AggregationTemporality, InstrumentType, type MetricReader } from '@opentelemetry/sdk-metrics';

/**
 * Makes `reader` leave out a gauge whose last reading failed. With the default, cumulative temporality the SDK repeats the
 * last value for ever, so a lag looks like 0 while the server that knows it is down.
 */
export function omitUnreadGauges<Reader extends MetricReader>(reader: Reader): Reader {
  const select = reader.selectAggregationTemporality.bind(reader);
  reader.selectAggregationTemporality = (type) =>
    type === InstrumentType.OBSERVABLE_GAUGE ? AggregationTemporality.DELTA : select(type);
  return reader;
}
