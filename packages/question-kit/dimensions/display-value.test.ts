import { expect, test } from 'vitest'
import { type DimensionId, dimensionIds } from '@playhead/metrics/dimensions.ts'
import { displayValue } from './display-value.ts'
import { filterChips } from '../filter-bar/filter-chips.ts'
import { parsePredicate } from '../question/predicate.ts'

const table: [DimensionId, string | null, string][] = [
  ['country', 'US', 'United States'],
  ['country', 'de', 'Germany'],
  ['country', 'QQ', 'QQ'],
  ['country', null, 'Unknown'],
  ['country', '', 'Empty'],
  ['continent_code', 'SA', 'South America'],
  ['asn', '15169', 'AS15169'],
  ['view_has_ad', 'true', 'Yes'],
  ['view_has_ad', 'false', 'No'],
  ['player_autoplay', null, 'Unknown'],
  ['video_cdn_trace', '[fastly,akamai,fastly]', 'Fastly → Akamai → Fastly'],
  ['video_cdn_trace', '[]', 'Empty'],
  ['video_cdn_trace', 'fastly', 'Fastly'],
  ['cdn', 'fastly', 'Fastly'],
  ['cdn', 'edge.example.com', 'edge.example.com'],
  ['viewer_device_category', 'tv', 'TV'],
  ['viewer_device_category', 'fridge', 'fridge'],
  ['viewer_connection_type', 'wifi', 'Wi-Fi'],
  ['page_type', 'watchpage', 'Watch page'],
  ['player_language', 'hi', 'Hindi'],
  ['player_language', 'pt-BR', 'Brazilian Portuguese'],
  ['player_language', 'und', 'Unknown language'],
  ['player_language', 'not a language', 'not a language'],
  ['player_preload', 'auto', 'Automatic'],
  ['video_duration', '5425000', '1:30:25'],
  ['video_source_bitrate', '6240000', '6.24 Mbps'],
  ['video_source_fps', '29.970029', '29.97 fps'],
  ['video_source_height', '1080', '1080 px'],
  ['view_dropped_frame_count', '12345', '12,345'],
  ['video_title', 'true', 'true'],
  ['browser_version', '131', '131'],
]

test.each(table)('%s %s reads %s', (id, value, shown) => {
  expect(displayValue(id, value)).toBe(shown)
})

test('a value is never shown as nothing', () => {
  for (const id of dimensionIds)
    for (const value of [null, '', 'x', '0']) expect(displayValue(id, value)).not.toBe('')
})

test('METR-052 a chip holds name, displayed values and whether they are excluded', () => {
  const texts = [
    'country:US',
    '!stream_type:live',
    'country:__null__',
    '-video_cdn_trace:fastly',
    ...['a', 'b', 'c', 'd', 'e'].map((title) => `video_title:${title}`),
  ]
  const chips = filterChips(texts.flatMap(parsePredicate), (id) => id.toUpperCase())
  expect(chips.map(({ displayName, text }) => `${displayName} ${text}`)).toEqual([
    'COUNTRY is United States, Unknown',
    'STREAM_TYPE is not Live',
    'VIDEO_CDN_TRACE doesn’t include Fastly',
    'VIDEO_TITLE is a, b and 3 more',
  ])
})
