import { Stack } from '@playhead/ui/layout/layout.tsx'
import { ConformanceCard } from './conformance-card.tsx'
import { LedgerCard } from './ledger-card.tsx'
import { RatesCard } from './rates-card.tsx'
import { RejectionsCard } from './rejections-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { useSpan, useStatus } from './use-collector.ts'
import { useEnvironmentChoice } from './use-environment-choice.ts'

/** What the collector receives, what becomes of it, and how to set up a player. */
export const Screen = () => {
  const { span, setSpan } = useSpan()
  const status = useStatus(span)
  const choice = useEnvironmentChoice()
  const failure = status.isLoadingError
    ? { message: status.error.message, onRetry: () => void status.refetch() }
    : undefined
  /** Without an environment there are no reports to check for conformance, and nothing to wait for. */
  const hasEnvironment = choice.list.isPending || choice.chosen !== undefined || choice.isSearching
  return (
    <Stack gap={4}>
      <RatesCard status={status} />
      <LedgerCard span={span} setSpan={setSpan} status={status.data?.data} />
      <SetupCard choice={choice} status={status.data?.data} failure={failure} />
      <RejectionsCard span={span} />
      {hasEnvironment && <ConformanceCard environment={choice.chosen} />}
    </Stack>
  )
}
