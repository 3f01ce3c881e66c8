import type { Metric } from '../metric.ts'
import { time } from './kinds.ts'
import { rest, withoutThisRequestNumber } from '../excluded-views.ts'

const group = 'requests'
const excludes = [
  withoutThisRequestNumber,
  rest('Views whose player does not report its media requests.'),
]

export const requestMetrics = {
  request_latency: time('request_latency', {
    group,
    title: 'Request latency',
    description: 'How long servers take to begin answering a request for media.',
    explanation: 'For each view the mean time to the first byte; of all views the median.',
    excludes,
  }),
  max_request_latency: time('max_request_latency', {
    group,
    title: 'Largest request latency',
    description: 'The slowest beginning of an answer in a view.',
    explanation: 'For each view the longest time to the first byte; of all views the median.',
    excludes,
  }),
  request_throughput: time('request_throughput', {
    group,
    unit: 'bits_per_second',
    title: 'Request throughput',
    description: 'How fast media arrives.',
    explanation:
      'For each view the bits of its media requests divided by the time they took; of all views the median.',
    better: 'higher',
    excludes,
  }),
} as const satisfies Record<string, Metric>
