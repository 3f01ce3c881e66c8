import { nothing } from '@playhead/contract-kit/define.ts'
import type { Endpoint } from '@playhead/contract-kit/endpoint.ts'
import type { ReferenceKind } from '@playhead/contract-kit/reference.ts'
import { dimensionIds } from '@playhead/metrics/dimensions.ts'
import { metricIds } from '@playhead/metrics/metrics.ts'
import { monitoringMetricIds } from '@playhead/metrics/monitoring.ts'
import type { RandomNumber } from '../video/random-number.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { placesOf, replaced, sampleOf } from './sample-input.ts'

type Objects = Record<ReferenceKind, string>

interface HostileRequest {
  path: string
  method: string
  body: string | undefined
  headers: Record<string, string>
}

/** Parameters that contracts leave open; a query with an unknown name fails at its first check. */
const knownNames: Record<string, readonly string[]> = {
  metric: [...metricIds, ...monitoringMetricIds],
  dimension: dimensionIds,
  group_by: dimensionIds,
  measurement: ['avg', 'median', '95th', 'sum', 'count'],
  order_by: ['value', 'negative_impact', 'views', 'field'],
  order_direction: ['asc', 'desc'],
  timeframe: ['1:hours', '24:hours', '7:days', '30:days', '90:days'],
  filters: ['country:US', '!browser:Chrome', 'player_name:Main player', 'video_title:a:b'],
  metric_filters: ['watch_time>0', 'rebuffer_percentage<0.5', 'views>=1'],
}

const escapeText = (text: string) => encodeURIComponent(text.toWellFormed())

const pathOf = (endpoint: Endpoint, objects: Objects, random: RandomNumber) => {
  const params =
    endpoint.params === nothing
      ? {}
      : (sampleOf(endpoint.params, objects) as Record<string, string>)
  return endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    // Mostly the right object, so that code after the first check is reached too.
    if (random.below(5) > 0)
      return escapeText(String(random.oneOf(knownNames[name] ?? []) ?? params[name]))
    const text = hostileText(random)
    return escapeText(text) || '%20'
  })
}

const queryOf = (endpoint: Endpoint, objects: Objects, random: RandomNumber) => {
  const search = new URLSearchParams()
  const names = placesOf(endpoint.query).map(({ path }) => path[0]!)
  const sample =
    endpoint.query === nothing
      ? {}
      : (sampleOf(endpoint.query, objects) as Record<string, string | number>)
  for (const name of new Set(names)) {
    const choice = random.below(6)
    if (choice === 0) continue
    const known = knownNames[name]
    if (choice < 4 && known) search.append(`${name}[]`, random.oneOf(known) ?? '')
    else if (choice < 4 && sample[name] !== undefined) search.append(name, String(sample[name]))
    else {
      const brackets = random.below(2) === 0 ? '[]' : ''
      const times = random.below(20) === 0 ? 1100 : 1 + random.below(3)
      for (let time = 0; time < times; time += 1)
        search.append(name + brackets, hostileText(random))
    }
  }
  if (random.below(10) === 0) search.append(hostileText(random), hostileText(random))
  const text = search.toString()
  return text === '' ? '' : `?${text}${random.below(30) === 0 ? '&%ff=%fe%' : ''}`
}

const bodyOf = (endpoint: Endpoint, objects: Objects, random: RandomNumber) => {
  if (endpoint.body === nothing) return random.below(8) === 0 ? '{"unasked":1}' : undefined
  if (random.below(40) === 0) return random.oneOf(['', '{', '[]', '"text"', 'null', '1', '\u0000'])
  let body = sampleOf(endpoint.body, objects)
  const places = placesOf(endpoint.body)
  for (let change = random.below(4); change > 0; change -= 1) {
    const place = random.oneOf(places)
    if (place) body = replaced(body, place.path, hostileValue(random))
  }
  return JSON.stringify(body)
}

const oddHeaders: Record<string, string>[] = [
  { accept: 'text/csv' },
  { accept: '*/*;q=nonsense' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { cookie: 'playhead_features={"__proto__":1}' },
  { cookie: `a=${'b'.repeat(3000)}; =; ;;` },
  { authorization: 'Basic !!!' },
  { authorization: `Basic ${Buffer.from('only-a-name').toString('base64')}` },
  { authorization: 'Bearer a.b.c' },
  { 'x-organization-id': 'not an id' },
  { 'x-environment-id': "' or true --" },
  { 'x-forwarded-for': '\t, ,' },
  { 'user-agent': 'x'.repeat(3000) },
]

/** A request that is correct except in a few places. */
export const hostileRequest = (
  endpoint: Endpoint,
  objects: Objects,
  random: RandomNumber,
): HostileRequest => ({
  path: pathOf(endpoint, objects, random) + queryOf(endpoint, objects, random),
  method: endpoint.method,
  body: bodyOf(endpoint, objects, random),
  headers: random.below(6) === 0 ? { ...random.oneOf(oddHeaders) } : {},
})
