import type { PublishRequest, StreamHeader } from '@playhead/ingest/packet.ts'
import { storable } from '@playhead/server-kit/http/storable-text.ts'
import { keptNetwork } from '@playhead/server-kit/identity/where-from.ts'
import type { Arrived } from '../rows/connections.sql.ts'

const charactersMax = 200

/** Undefined for encoders that say nothing of themselves in their stream. */
export const encoderSaid = ({ said }: StreamHeader) => {
  const { encoder } = said
  return typeof encoder === 'string' && encoder !== ''
    ? storable(encoder.slice(0, charactersMax))
    : undefined
}

/** What is kept of an encoder that connects; its address only in part. */
export const arrivedOf = ({
  protocol,
  encoder,
  remoteAddress,
}: Pick<PublishRequest, 'protocol' | 'remoteAddress'> & {
  encoder?: string | null | undefined
}): Arrived => ({ protocol, encoder: encoder ?? null, network: keptNetwork(remoteAddress) })
