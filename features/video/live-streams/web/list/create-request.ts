import { z } from 'zod/mini'
import { liveStreams } from '../../contract.ts'

/** LIVE-003: what was typed is sent unchanged, so its names must not go through the schema. */
export const createUnchanged = { ...liveStreams.create, body: z.record(z.string(), z.unknown()) }

/** LIVE-004 */
export const firstRequest = JSON.stringify(
  { playback_policy: ['public'], new_asset_settings: { playback_policy: ['public'] } },
  null,
  2,
)

type Parsed = { body: Record<string, unknown> } | { error: string }

export const parseRequest = (text: string): Parsed => {
  try {
    return { body: JSON.parse(text) as Record<string, unknown> }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'This is not JSON.' }
  }
}
