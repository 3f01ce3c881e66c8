import {
  latencyOfRequest,
  requestEveryMs,
  type SessionPlan,
  throughputOfRequest,
} from '../plan/session-plan.ts'
import type { Fields } from './reporter.ts'

const manifestBytes = 1_900

/** What a player has loaded so far: the counters of the view and the fields of each request. */
export class MediaRequests {
  readonly #plan: SessionPlan
  readonly #host: string
  #count = 0
  #failed = 0
  #latencies = 0
  #latencyMax = 0
  #throughputs = 0
  #throughputMin = Infinity

  constructor(plan: SessionPlan) {
    this.#plan = plan
    this.#host = `media.${plan.world.domain}`
  }

  /** A request that ends at `endedAt` by the viewer's clock. */
  complete(
    type: 'manifest' | 'media',
    { endedAt, bitrate }: { endedAt: number; bitrate: number },
  ): { counters: Fields; own: Fields } {
    const latency = latencyOfRequest(this.#plan, this.#count)
    const throughput = throughputOfRequest(this.#plan, this.#count)
    const bytes = type === 'media' ? Math.round((bitrate * requestEveryMs) / 8_000) : manifestBytes
    const loadMs = Math.max(1, Math.round((bytes * 8_000) / throughput))
    this.#count += 1
    this.#latencies += latency
    this.#latencyMax = Math.max(this.#latencyMax, latency)
    this.#throughputs += throughput
    this.#throughputMin = Math.min(this.#throughputMin, throughput)
    const answered = this.#count - this.#failed
    return {
      counters: {
        view_request_count: this.#count,
        view_average_request_latency: this.#latencies / answered,
        view_max_request_latency: this.#latencyMax,
        view_average_request_throughput: this.#throughputs / answered,
        view_min_request_throughput: this.#throughputMin,
      },
      own: {
        request_type: type,
        request_start: endedAt - loadMs - latency,
        request_response_start: endedAt - loadMs,
        request_response_end: endedAt,
        request_bytes_loaded: bytes,
        request_hostname: this.#host,
        ...(type === 'media' && {
          request_media_duration: requestEveryMs / 1_000,
          request_labeled_bitrate: bitrate,
        }),
      },
    }
  }

  fail(): { counters: Fields; own: Fields } {
    this.#count += 1
    this.#failed += 1
    return {
      counters: { view_request_count: this.#count, view_request_failed_count: this.#failed },
      own: {
        request_type: 'media',
        request_hostname: this.#host,
        request_error: 'fragLoadError',
        request_error_code: 503,
        request_error_text: 'Service Unavailable',
      },
    }
  }
}
