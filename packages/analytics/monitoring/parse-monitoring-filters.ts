import { type MonitoringDimensionId, monitoringDimensions } from '@playhead/metrics/monitoring.ts'
import { GrammarError } from '../question/grammar-error.ts'
import { TextReader } from '../question/text-reader.ts'
import type { MonitoringFilter } from './monitoring-dimension.sql.ts'

/** MONI-007 */
const monitoringFiltersMax = 5

const isMonitoringDimension = (name: string): name is MonitoringDimensionId =>
  Object.hasOwn(monitoringDimensions, name)

const checkValue = (reader: TextReader, dimension: MonitoringDimensionId, offset: number) => {
  const value = reader.takeRest()
  if (dimension === 'view_has_ad' && value !== 'true' && value !== 'false')
    reader.fail(`${dimension} must be true or false`, offset)
  if (dimension === 'asn' && !/^\d+$/.test(value))
    reader.fail(`${dimension} must be a number`, offset)
  return value
}

/** `dimension:value` and `!dimension:value`; __null__ and __empty__ stand for no value and for the empty text. */
export const parseMonitoringFilters = (texts: readonly string[]): MonitoringFilter[] => {
  if (texts.length > monitoringFiltersMax)
    throw new GrammarError(
      'filters',
      monitoringFiltersMax,
      0,
      `At most ${monitoringFiltersMax} filters apply to real-time data.`,
    )
  return texts.map((text, position) => {
    const reader = new TextReader('filters', position, text)
    const isNegated = reader.take('!') !== undefined
    const nameOffset = reader.offset
    const name = reader.takeWhile(/[a-z0-9_]/)
    if (!isMonitoringDimension(name))
      return reader.fail(
        name === '' ? 'A dimension is missing' : `${name} is not a dimension of real-time data`,
        nameOffset,
      )
    if (reader.take(':') === undefined) reader.fail(`A colon and a value must follow ${name}`)
    const valueOffset = reader.offset
    if (reader.text.slice(valueOffset) === '__null__')
      return { dimension: name, value: null, isNegated }
    if (reader.text.slice(valueOffset) === '__empty__')
      return { dimension: name, value: '', isNegated }
    return { dimension: name, value: checkValue(reader, name, valueOffset), isNegated }
  })
}
