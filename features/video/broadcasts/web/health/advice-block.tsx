import { AlertIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { connectAnchor } from '../connect/connect-anchor.ts'
import { minuteText } from '../time-text.ts'
import { knownEncoderOf } from './known-encoder.ts'
import { type Advice, type Metadata, useMetadata } from './use-health.ts'

/** Some findings need two keyframes, or ten seconds, of the encoder that has come back. */
const afterReturnMs = 30_000

/** The first sentence names the fault, the rest says what to do. */
const partsOf = (message: string) => {
  const end = /[.!?](?=\s)/.exec(message)
  return end
    ? [message.slice(0, end.index + 1), message.slice(end.index + 1)]
    : ([message, ''] as const)
}

/** `17:57`, and with what it began where that is known. */
const sinceText = (since: string, metadata: Metadata) => {
  const values = new Map(metadata.map(({ name, value }) => [name, value]))
  const { name = 'the encoder' } = knownEncoderOf(String(values.get('encoder') ?? '')) ?? {}
  const goneMs = Date.parse(since) - Date.parse(String(values.get('connected_at')))
  const isOfReturn = Number(values.get('reconnects')) > 0 && goneMs >= 0 && goneMs <= afterReturnMs
  return `Since ${minuteText(since)}${isOfReturn ? `, when ${name} reconnected` : ''}`
}

const Sentence = ({ advice, metadata }: { advice: Advice; metadata: Metadata }) => {
  const [fault, remedy] = partsOf(advice.message)
  return (
    <li>
      <p className="text-lg">
        <strong className="font-semibold">{fault}</strong>
        {remedy}
      </p>
      {advice.since !== null && (
        <p className="text-sm text-ink-2">{sinceText(advice.since, metadata)}</p>
      )}
    </li>
  )
}

interface AdviceBlockProps {
  streamId: string
  advice: readonly Advice[]
  /** Where the page also says how to connect. */
  hasConnectCard: boolean
}

/** What is wrong and what to change: the only filled block of the page. */
export const AdviceBlock = ({ streamId, advice, hasConnectCard }: AdviceBlockProps) => {
  const { data: metadata = [] } = useMetadata(streamId).data ?? {}
  const said = metadata.find(({ name }) => name === 'encoder')?.value
  const { name = 'the encoder' } = knownEncoderOf(String(said ?? '')) ?? {}
  if (advice.length === 0) return null
  return (
    <output className="live-advice">
      <AlertIcon size={18} />
      <div className="min-w-0">
        <ul className="flex list-none flex-col gap-2">
          {advice.map((one) => (
            <Sentence key={one.type} advice={one} metadata={metadata} />
          ))}
        </ul>
        {hasConnectCard && (
          <p className="mt-1 text-sm">
            <Link href={`#${connectAnchor}`}>Where to set it in {name}</Link>
          </p>
        )}
      </div>
    </output>
  )
}
