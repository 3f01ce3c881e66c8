import { AlertIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { connectAnchor } from '../connect/connect-anchor.ts'
import { minuteText } from '../time-text.ts'
import type { Advice } from './use-health.ts'

/** The first sentence names the fault, the rest says what to do. */
const partsOf = (message: string) => {
  const end = /[.!?](?=\s)/.exec(message)
  return end
    ? [message.slice(0, end.index + 1), message.slice(end.index + 1)]
    : ([message, ''] as const)
}

const Sentence = ({ advice }: { advice: Advice }) => {
  const [fault, remedy] = partsOf(advice.message)
  return (
    <li>
      <p className="text-lg">
        <strong className="font-semibold">{fault}</strong>
        {remedy}
      </p>
      {advice.since !== null && (
        <p className="text-sm text-ink-2">Since {minuteText(advice.since)}</p>
      )}
    </li>
  )
}

interface AdviceBlockProps {
  advice: readonly Advice[]
  /** Where the page also says how to connect. */
  hasConnectCard: boolean
}

/** What is wrong and what to change: the only filled block of the page. */
export const AdviceBlock = ({ advice, hasConnectCard }: AdviceBlockProps) =>
  advice.length > 0 && (
    <output className="live-advice">
      <AlertIcon size={18} />
      <div className="min-w-0">
        <ul className="flex list-none flex-col gap-2">
          {advice.map((one) => (
            <Sentence key={one.type} advice={one} />
          ))}
        </ul>
        {hasConnectCard && (
          <p className="mt-1 text-sm">
            <Link href={`#${connectAnchor}`}>Where to set it in the encoder</Link>
          </p>
        )}
      </div>
    </output>
  )
