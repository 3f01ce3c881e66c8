import { expect, test } from 'vitest'
import { aRow, aScriptedView, scriptStart } from '../fixtures/testing-replay.ts'
import type { FieldValue } from '../player-event.ts'

const scaled = { view_total_upscaling: 5_000, view_total_downscaling: 2_000 }

const rowAtEnd = (told: Record<string, FieldValue>) =>
  aRow(
    aScriptedView(
      ['viewstart', 0, { mux_embed: 'mux-embed', view_start: scriptStart }],
      ['playing', 100, { view_watch_time: 100, view_time_to_first_frame: 100 }],
      ['viewend', 10_100, { view_watch_time: 10_100, ...scaled, ...told }],
    ),
  )

test('scaling over an unreported time is unknown', () => {
  expect(rowAtEnd({})).toMatchObject({
    view_total_content_playback_time: null,
    view_total_upscaling: null,
    view_total_downscaling: null,
    upscale_percentage: null,
    downscale_percentage: null,
  })
})

test('scaling added up over a known time is kept with it', () => {
  expect(rowAtEnd({ view_total_content_playback_time: 10_000 })).toMatchObject({
    view_total_upscaling: 5_000,
    view_total_downscaling: 2_000,
    upscale_percentage: 0.5,
    downscale_percentage: 0.2,
  })
})
