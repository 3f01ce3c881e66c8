import type { ArrivedEvent } from '@playhead/collector/player-event.ts'
import { Random } from '../random.ts'
import type { Device } from './devices.ts'
import type { Network, Place } from './places.ts'
import type { World } from './world.ts'

type Context = ArrivedEvent['context']

export interface Viewer {
  muxViewerId: string
  /** The user id that the customer sets; null for viewers who are not signed in. */
  userId: string | null
  plan: 'free' | 'standard' | 'premium' | null
  place: Place
  network: Network
  address: string
  device: Device
  connection: 'wifi' | 'cellular' | 'wired'
  /** What the server derives from their requests. */
  context: Context
  clockSkewMs: number
  /** To the collector and back. */
  roundTripMs: number
  bitsPerSecond: number
  usesCaptions: boolean
}

const megabit = 1_000_000
const speeds = { wired: 60, wifi: 28, cellular: 11 } as const
const roundTrips = { wired: 18, wifi: 32, cellular: 75 } as const
const continentRoundTrips: Record<string, number> = {
  EU: 0,
  NA: 70,
  SA: 140,
  AS: 130,
  AF: 110,
  OC: 180,
}

export const viewerOf = (world: World, seed: string, index: number): Viewer => {
  const random = new Random(seed, 'viewer', index)
  const place = random.weighted(world.places)
  const network = random.weighted(place.networks)
  const device = random.weighted(world.devices)
  const connection = random.weighted(device.connections).type
  const subnet = `${network.range}.${random.whole(1, 254)}`
  const isKnown = random.chance(0.62)
  const plans = ['free', 'standard', 'standard', 'premium'] as const
  const isSkewed = random.chance(0.15)
  return {
    muxViewerId: random.uuid(),
    userId: isKnown ? `user-${String(100_000 + index)}` : null,
    plan: isKnown ? random.pick(plans) : null,
    place,
    network,
    address: `${subnet}.${random.whole(1, 254)}`,
    device,
    connection,
    context: {
      continent_code: place.continent,
      country: place.country,
      region: null,
      city: null,
      latitude: null,
      longitude: null,
      asn: network.asn,
      asn_name: network.name,
      ip_prefix: `${subnet}.0/24`,
      user_agent: device.userAgent,
      ...device.context,
      bot_class: '',
    },
    clockSkewMs: isSkewed ? random.whole(-240_000, 240_000) : random.whole(-900, 900),
    roundTripMs: Math.round(
      (roundTrips[connection] + (continentRoundTrips[place.continent] ?? 0)) *
        random.between(0.8, 1.4),
    ),
    bitsPerSecond: Math.round(
      random.skewed(speeds[connection] * place.quality ** 2, 0.55) * megabit,
    ),
    usesCaptions: random.chance(world.habits.captionsShare),
  }
}
