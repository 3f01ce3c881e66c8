import { Suspense } from 'react'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { ruleChannels } from '../slots.ts'

/** Who is notified of the incidents of a rule, for a list of descriptions; empty where no feature knows. */
export const useNotified = (channelIds: readonly string[] | null) =>
  useSlot(ruleChannels).map(({ order, Part }) => ({
    term: 'Notifies',
    detail: (
      <Suspense key={order} fallback={null}>
        <Part channelIds={channelIds} onChange={undefined} />
      </Suspense>
    ),
  }))
