import { invalidField } from '@playhead/contract-kit/errors.ts'
import type { LatencyMode, LiveStreamOptions } from '../../contract.ts'

/** The older names are accepted, as long as all that is given means the same mode. */
export const readLatencyMode = (
  options: Pick<LiveStreamOptions, 'latency_mode' | 'low_latency' | 'reduced_latency'>,
): LatencyMode => {
  const named: LatencyMode[] = [
    ...(options.latency_mode ? [options.latency_mode] : []),
    ...(options.low_latency ? (['low'] as const) : []),
    ...(options.reduced_latency ? (['reduced'] as const) : []),
  ]
  if (new Set(named).size > 1)
    throw invalidField(
      'latency_mode',
      'latency_mode: low_latency and reduced_latency are older names of it, and contradict it',
    )
  return named[0] ?? 'standard'
}
