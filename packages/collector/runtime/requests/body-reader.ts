import type { IncomingMessage } from 'node:http'
import { parseBeacon, type ParsedBeacon } from '../../beacon/parse-beacon.ts'
import type { ConformanceCounts } from '../../cmcd/conformance-counts.ts'
import { parseCmcdReport } from '../../cmcd/parse-cmcd-report.ts'
import { piecesOfBody } from '../../cmcd/pieces-of-body.ts'
import type { InFlightRequests } from './in-flight-requests.ts'
import type { BodyQueue } from './body-queue.ts'
import type { Delivery } from './delivery.ts'
import type { Arrival, Intake } from './intake.ts'
import type { KnownContexts } from './known-contexts.ts'
import type { MemoryAdmission } from '../memory/memory-admission.ts'
import { type PackedBody, unpackBody } from './unpack-body.ts'

export interface RequestFacts {
  /** Client address, before it is truncated. */
  address: string
  /** Set for reports of media clients (CMCD), whose URL names the environment and optionally the player. */
  cmcd?: { environmentKey: string; player: string | null; playerVersion: string | null }
}

interface Received {
  request: IncomingMessage
  delivery: Delivery
  facts: RequestFacts
}

interface Parts {
  intake: Intake
  inFlight: InFlightRequests
  admission: MemoryAdmission
  turns: BodyQueue
  contexts: KnownContexts
  conformance: ConformanceCounts
  shed: (delivery: Delivery) => void
}

/** Parses the body of a request and passes its events to the intake. */
export class BodyReader {
  readonly #parts: Parts

  constructor(parts: Parts) {
    this.#parts = parts
  }

  read(body: PackedBody, received: Received) {
    const { request, delivery, facts } = received
    const unpacked = unpackBody(body, request.headers['content-encoding'])
    if (unpacked.kind !== 'body') {
      const key = facts.cmcd?.environmentKey ?? null
      this.#parts.intake.refuse(unpacked.kind, this.#arrivalOf(received), key)
      return delivery.settle()
    }
    const { content } = unpacked
    if (body.kind === 'body' && content !== body.content)
      this.#parts.inFlight.grow(delivery, content.length)
    this.#takePieces(this.#piecesOf(content.toString('utf8'), facts), 0, received)
  }

  /** One piece per turn of the event loop, so that a large body does not block other requests. */
  #takePieces(pieces: readonly (() => ParsedBeacon)[], at: number, received: Received) {
    const { intake, admission, turns, shed } = this.#parts
    const { delivery } = received
    const parsed = pieces[at]?.()
    if (parsed && !admission.admits(parsed, delivery)) return shed(delivery)
    if (parsed) intake.take(parsed, this.#arrivalOf(received, parsed))
    if (at + 1 >= pieces.length) return delivery.settle()
    turns.add(delivery, () => this.#takePieces(pieces, at + 1, received))
  }

  #piecesOf(text: string, { cmcd }: RequestFacts): (() => ParsedBeacon)[] {
    if (!cmcd) return [() => parseBeacon(text)]
    const pieces = piecesOfBody(text)
    const last = pieces.length > 1 ? parseCmcdReport(pieces.at(-1) ?? '', cmcd) : null
    return pieces.map((piece, at) => () => {
      const isLast = at + 1 === pieces.length
      const parsed = (isLast ? last : null) ?? parseCmcdReport(piece, cmcd)
      this.#parts.conformance.note(cmcd.environmentKey, parsed.conformance)
      return { ...parsed, transmittedAt: later(parsed.transmittedAt, last?.transmittedAt ?? null) }
    })
  }

  #arrivalOf({ request, delivery, facts }: Received, parsed?: ParsedBeacon): Arrival {
    const receivedAt = delivery.arrivedAt
    return {
      source: facts.cmcd ? 'cmcd' : 'mux',
      delivery,
      receivedAt,
      transmittedAt: parsed?.transmittedAt ?? receivedAt,
      roundTripMs: parsed?.roundTripMs ?? 0,
      context: this.#parts.contexts.of(request, facts.address),
      userAgent: request.headers['user-agent'] ?? '',
    }
  }
}

/** All pieces of a body were sent together, at the time of the newest report, which is in the last piece. */
const later = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other)
