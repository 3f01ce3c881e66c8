import { dimensionIds, dimensions, type DimensionId } from './dimensions.ts'

/** The parts of a view: periods in one rendition, or in one playback mode. */
export const subviewAttributes = {
  rendition: [
    'video_source_bitrate',
    'video_source_width',
    'video_source_height',
    'video_source_fps',
    'video_source_codec',
    'video_source_rendition_name',
  ],
  playback_mode: ['player_playback_mode'],
} as const

export type SubviewType = keyof typeof subviewAttributes
export type SubviewAttribute = (typeof subviewAttributes)[SubviewType][number]

export const subviewTitles: Record<SubviewAttribute, string> = {
  video_source_bitrate: 'Bitrate',
  video_source_width: 'Width',
  video_source_height: 'Height',
  video_source_fps: 'Frame rate',
  video_source_codec: 'Codec',
  video_source_rendition_name: 'Rendition name',
  player_playback_mode: 'Playback mode',
}

/** The metric of a period is its playing time; attributes belong to the period, other dimensions to its view. */
export const subviewMetrics = {
  playing_time: {
    title: 'Playing time',
    unit: 'milliseconds',
    description: 'How long was played in each rendition or playback mode.',
  },
} as const

export const viewDimensionsOfSubviews = (type: SubviewType): DimensionId[] => {
  const own = new Set<string>(subviewAttributes[type])
  return dimensionIds.filter((id) => dimensions[id].isBreakdown && !own.has(id))
}
