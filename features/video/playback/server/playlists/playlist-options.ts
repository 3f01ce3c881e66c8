import { z } from 'zod'
import { ApiError } from '@playhead/contract-kit/errors.ts'

const rungs = ['270p', '360p', '480p', '540p', '720p', '1080p', '1440p', '2160p'] as const

const seconds = (name: string) =>
  z.coerce.number(`${name} must be a number of seconds.`).min(0, `${name} must not be below zero.`)
const rung = (name: string) => z.enum(rungs, `${name} must be one of ${rungs.join(', ')}.`)
const flag = (name: string) => z.enum(['true', 'false', '1', '0'], `${name} must be true or false.`)

/** Options without an effect here are still parsed: one host serves one asset without a start time. */
const Options = z.object({
  max_resolution: rung('max_resolution').optional(),
  min_resolution: rung('min_resolution').optional(),
  rendition_order: z.enum(['desc', 'default'], 'rendition_order must be desc.').optional(),
  default_subtitles_lang: z.string().max(35).optional(),
  asset_start_time: seconds('asset_start_time').optional(),
  asset_end_time: seconds('asset_end_time').optional(),
  program_start_time: seconds('program_start_time').optional(),
  program_end_time: seconds('program_end_time').optional(),
  exclude_pdt: flag('exclude_pdt').optional(),
  redundant_streams: flag('redundant_streams').optional(),
  roku_trick_play: flag('roku_trick_play').optional(),
})

export interface PlaylistOptions {
  maxHeight: number | undefined
  minHeight: number | undefined
  isDescending: boolean
  subtitlesLanguage: string | undefined
  /** Seconds of the asset. */
  start: number | undefined
  end: number | undefined
}

const heightOf = (name: string | undefined) =>
  name === undefined ? undefined : Number.parseInt(name, 10)

const refuse = (field: string, message: string) =>
  new ApiError('invalid_parameters', { messages: [message], fields: { [field]: [message] } })

export const readPlaylistOptions = (
  given: Record<string, string>,
  duration: number,
): PlaylistOptions => {
  const read = Options.safeParse(given)
  const issue = read.error?.issues[0]
  if (!read.success)
    throw refuse(String(issue?.path[0] ?? 'query'), issue?.message ?? 'The address is not valid.')
  const options = read.data
  const [maxHeight, minHeight] = [
    heightOf(options.max_resolution),
    heightOf(options.min_resolution),
  ]
  if (maxHeight !== undefined && minHeight !== undefined && maxHeight < minHeight)
    throw refuse('max_resolution', 'max_resolution must not be below min_resolution.')
  const { asset_start_time: start, asset_end_time: end } = options
  if (start !== undefined && start >= duration)
    throw refuse('asset_start_time', 'asset_start_time must be before the end of the video.')
  if (end !== undefined && end <= (start ?? 0))
    throw refuse('asset_end_time', 'asset_end_time must be after asset_start_time.')
  return {
    maxHeight,
    minHeight,
    isDescending: options.rendition_order === 'desc',
    subtitlesLanguage: options.default_subtitles_lang,
    start,
    end,
  }
}
