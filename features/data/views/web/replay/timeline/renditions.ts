import type { ViewDetail } from '../../use-views.ts'
import { numberDetail, type ReplayEvent, textDetail } from './replay-event.ts'

export interface Rendition {
  bitrate?: number | undefined
  width?: number | undefined
  height?: number | undefined
  fps?: number | undefined
  codec?: string | undefined
  name?: string | undefined
}

export interface RenditionSpan {
  from: number
  to: number
  /** Null when the player did not report it. */
  rendition: Rendition | null
}

export type KnownRenditions = Pick<
  ViewDetail,
  | 'videoSourceBitrate'
  | 'videoSourceBitrateInitial'
  | 'videoSourceWidth'
  | 'videoSourceWidthInitial'
  | 'videoSourceHeight'
  | 'videoSourceHeightInitial'
  | 'videoSourceFps'
  | 'videoSourceFpsInitial'
>

const known = (rendition: Rendition): Rendition | null =>
  Object.values(rendition).some((value) => value !== undefined) ? rendition : null

/** Players report zero while a value is unknown. */
const positive = (value: number | null | undefined) => (value ? value : undefined)

const reportedRendition = (event: ReplayEvent) =>
  known({
    bitrate: positive(numberDetail(event, 'video_source_bitrate')),
    width: positive(numberDetail(event, 'video_source_width')),
    height: positive(numberDetail(event, 'video_source_height')),
    fps: positive(numberDetail(event, 'video_source_fps')),
    codec: textDetail(event, 'video_source_codec'),
    name: textDetail(event, 'video_source_rendition_name'),
  })

const initialOf = (view: KnownRenditions) =>
  known({
    bitrate: positive(view.videoSourceBitrateInitial),
    width: positive(view.videoSourceWidthInitial),
    height: positive(view.videoSourceHeightInitial),
    fps: positive(view.videoSourceFpsInitial),
  })

const lastOf = (view: KnownRenditions) =>
  known({
    bitrate: positive(view.videoSourceBitrate),
    width: positive(view.videoSourceWidth),
    height: positive(view.videoSourceHeight),
    fps: positive(view.videoSourceFps),
  })

/** For changes that were stored without details, only the first and the last rendition of the view are known. */
const fromEnds = (changes: readonly number[], view: KnownRenditions, endMs: number) => {
  const starts = [0, ...changes]
  return starts.map((from, index): RenditionSpan => {
    const isLast = index === starts.length - 1
    const rendition = isLast ? (lastOf(view) ?? null) : index === 0 ? initialOf(view) : null
    return { from, to: starts[index + 1] ?? endMs, rendition }
  })
}

const merged = (spans: readonly RenditionSpan[]) =>
  spans.reduce<RenditionSpan[]>((kept, span) => {
    const before = kept.at(-1)
    if (span.to <= span.from) return kept
    if (!before || JSON.stringify(before.rendition) !== JSON.stringify(span.rendition))
      return [...kept, span]
    return [...kept.slice(0, -1), { ...before, to: span.to }]
  }, [])

export const renditionSpans = (
  events: readonly ReplayEvent[],
  view: KnownRenditions,
  endMs: number,
): RenditionSpan[] => {
  const changes = events.filter(({ name }) => name === 'renditionchange')
  const spans = changes.some(reportedRendition)
    ? changes.map((event, index) => ({
        from: Math.max(0, event.at),
        to: Math.max(0, changes[index + 1]?.at ?? endMs),
        rendition: reportedRendition(event),
      }))
    : fromEnds(
        changes.map(({ at }) => Math.max(0, at)),
        view,
        endMs,
      )
  const result = merged(spans)
  return result.some(({ rendition }) => rendition) ? result : []
}

/** The rank of a rendition: its bitrate, or its size if that is all that is known. */
export const renditionLevel = (rendition: Rendition | null) =>
  rendition?.bitrate ?? (rendition?.height ?? 0) * (rendition?.width ?? 1)
