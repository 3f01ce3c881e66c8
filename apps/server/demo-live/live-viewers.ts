import { randomUUID } from 'node:crypto'
import { Audience } from '@playhead/audience/audience.ts'
import { LiveAudience } from '@playhead/audience/live/live-audience.ts'
import { beaconSender } from '@playhead/audience/live/send-beacon.ts'
import type { HostedLive, Title } from '@playhead/audience/world/titles.ts'
import { northlight } from '@playhead/audience/world/world.ts'

const viewers = 14
/** The first ones arrive spread over this time. */
const arrivalMs = 20_000
const renditions = 2

const titleOf = (title: string, hosted: HostedLive): Title => ({
  id: 'northlight-live',
  title,
  series: null,
  contentType: 'sport',
  durationMs: null,
  language: 'en',
  weight: 1,
  stayMs: 7 * 60_000,
  hosted,
})

const audienceOf = (title: string, hosted: HostedLive) =>
  new Audience(
    {
      ...northlight,
      titles: [titleOf(title, hosted)],
      ladder: northlight.ladder.slice(0, renditions),
      adShare: 0,
      incidentsAt: () => [],
    },
    hosted.assetId,
  )

/** Simulated viewers of whatever is on air; while nothing is, none arrive. */
export class LiveViewers {
  readonly #live: LiveAudience
  #onAir: { audience: Audience; assetId: string; since: number } | undefined
  #arrived = 0

  constructor({ to, environmentKey }: { to: string; environmentKey: string }) {
    const run = randomUUID()
    this.#live = new LiveAudience({
      environmentKey,
      sender: beaconSender(to, { isOurs: true }),
      arrivals: (now, watching) => {
        if (!this.#onAir) return []
        const { audience, since } = this.#onAir
        const room = Math.ceil(viewers * Math.min(1, (now - since + 1) / arrivalMs)) - watching
        return Array.from({ length: Math.max(0, room) }, () =>
          audience.session(Math.round(now), (this.#arrived += 1), run, []),
        )
      },
    })
  }

  watch(title: string, hosted: HostedLive | undefined) {
    if (this.#onAir?.assetId === hosted?.assetId) return
    this.#onAir = hosted && {
      audience: audienceOf(title, hosted),
      assetId: hosted.assetId,
      since: this.#live.now(),
    }
  }

  async stop() {
    await this.#live.stop()
  }
}
