import { mediaTimescale } from '../../media-map.ts'
import type { Probe } from '../../probe.ts'

/** Encoders of sound end their last packet a little later than the picture. */
const surplusTicks = mediaTimescale / 10

/**
 * How long the picture has to be shown, in ticks from its first frame: the last picture stands while a longer sound goes on.
 */
export const withLongerSound = (
  probe: Pick<Probe, 'audios' | 'start' | 'duration'>,
  picture: { startTicks: number; endTicks: number },
  clipEnd = Infinity,
): number => {
  // Tracks may state more than the file has.
  const fileEnd = probe.start + probe.duration
  const ends = probe.audios
    .filter(({ decodes }) => decodes)
    .map(({ start, duration }) =>
      duration === undefined ? fileEnd : Math.min(start + duration, fileEnd),
    )
  const end = Math.round(Math.max(0, ...ends) * mediaTimescale) - picture.startTicks
  const kept = Math.min(end, clipEnd)
  return kept > picture.endTicks + surplusTicks ? kept : picture.endTicks
}
