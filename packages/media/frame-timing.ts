import { numberOf, ratioOf, type ProbedPacket, type ProbedStream } from './ffprobe-output.ts'

/** Containers round times, at worst to a millisecond; a larger difference is a real one. */
const roundingSeconds = 0.0021
const differentShare = 0.05
const averageShare = 0.02

const median = (ascending: readonly number[]) => ascending[Math.floor(ascending.length / 2)] ?? 0

/** Separately coded fields count twice. */
export const isDoubled = (stream: ProbedStream): boolean => {
  const average = ratioOf(stream.avg_frame_rate, '/')
  const base = ratioOf(stream.r_frame_rate, '/')
  return average !== undefined && base !== undefined && Math.abs(base / average - 2) < averageShare
}

/** Compares the first frames with each other and with the average frame rate. */
export const isVariable = (stream: ProbedStream, packets: readonly ProbedPacket[]): boolean => {
  const average = ratioOf(stream.avg_frame_rate, '/')
  const base = ratioOf(stream.r_frame_rate, '/')
  const frames = numberOf(stream.nb_frames)
  if (average && base && frames !== 1 && !isDoubled(stream)) {
    if (Math.abs(average - base) / base > averageShare) return true
  }
  const times = packets
    .flatMap(({ pts_time }) => numberOf(pts_time) ?? [])
    .toSorted((first, second) => first - second)
  // The last packets may precede frames that were not read.
  const steps = times
    .slice(0, -4)
    .flatMap((time, index) => (index === 0 ? [] : [time - (times[index - 1] ?? 0)]))
  if (steps.length < 8) return false
  const usual = median(steps.toSorted((first, second) => first - second))
  const others = steps.filter(
    (step) => Math.abs(step - usual) > Math.max(roundingSeconds, usual * 0.1),
  )
  return others.length / steps.length > differentShare
}
