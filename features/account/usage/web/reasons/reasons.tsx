import { formatCents } from '@playhead/domain/money.ts'
import { isMeter, meters } from '@playhead/domain/usage.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { ArrowRightIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { UsageLineName } from '../../contract.ts'
import { addMonths, lineName, shortMonthName, thisMonth } from '../usage-texts.ts'
import { type Reason, type Summary, useReasons } from '../use-usage.ts'
import { useUsageAddress } from '../usage-address.ts'

const AllReasons = lazyDialog('AllReasons', () => import('./all-reasons.tsx'))

/** Such as "delivered minutes" within a sentence. */
const wordsOf = (line: UsageLineName) => {
  const name = lineName(line).toLowerCase()
  return isMeter(line) && meters[line].unit.startsWith('minutes') ? `${name} minutes` : name
}

const signed = (cents: number, currency: string) =>
  `${cents > 0 ? '+' : ''}${formatCents(cents, currency)}`

/** A title is the reason where it made at least half of the difference. */
const titleOf = ({ titles, differenceCents }: Reason) => {
  const [first] = titles
  return first && Math.abs(first.differenceCents) * 2 >= Math.abs(differenceCents)
    ? first
    : undefined
}

const ReasonText = ({ reason, currency }: { reason: Reason; currency: string }) => {
  const { hrefOf } = useUsageAddress()
  const { meter, environmentId, environment, differenceCents } = reason
  const title = titleOf(reason)
  return (
    <>
      {wordsOf(meter)} of <Link href={hrefOf(environmentId)}>{title?.title ?? environment}</Link> (
      {signed(title?.differenceCents ?? differenceCents, currency)})
    </>
  )
}

interface ReasonsProps {
  summary: Summary
  currency: string
}

/** Why the month differs: what changed most, and all that changed behind it. */
export const Reasons = ({ summary, currency }: ReasonsProps) => {
  const { month, costCents, previousCents } = summary
  const difference = (costCents ?? 0) - (previousCents ?? 0)
  const isCompared = previousCents !== null && difference !== 0
  const query = useReasons(month, isCompared)
  const dialog = useToggle()
  if (!isCompared || query.isError) return null
  const before = `${shortMonthName(addMonths(month, -1))}${month === thisMonth() ? ' by now' : ''}`
  const howMuch = `${formatCents(Math.abs(difference), currency)} ${difference > 0 ? 'more' : 'less'}`
  // What went the other way is among all reasons, but is none of this.
  const [first, second] = (query.data?.data ?? []).filter(
    ({ differenceCents }) => differenceCents > 0 === difference > 0,
  )
  // The room of the sentence is kept while it is looked for.
  if (!first) return <p className="usage-why">{query.isPending ? ' ' : null}</p>
  return (
    <>
      <p className="usage-why">
        Why <strong>{howMuch}</strong> than {before}:{' '}
        <ReasonText reason={first} currency={currency} />
        {second && (
          <>
            , then <ReasonText reason={second} currency={currency} />
          </>
        )}
        .{' '}
        <Button
          kind="ghost"
          size="sm"
          iconAfter={<ArrowRightIcon size={12} />}
          onClick={dialog.open}
        >
          All reasons
        </Button>
      </p>
      <AllReasons
        isOpen={dialog.isOpen}
        onClose={dialog.close}
        title={`Why ${howMuch} than ${before}`}
        reasons={query.data?.data ?? []}
        currency={currency}
      />
    </>
  )
}
