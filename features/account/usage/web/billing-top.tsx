import { Suspense } from 'react'
import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'
import { useSlot } from '@playhead/web-kit/slot.ts'
import { billingTop } from './slots.ts'

const tabsHeight = 40

const Parts = () => useSlot(billingTop).map(({ order, Part }) => <Part key={order} />)

export const BillingTop = () => (
  <Suspense
    fallback={
      <div className="mb-4">
        <Skeleton height={tabsHeight} />
      </div>
    }
  >
    <Parts />
  </Suspense>
)
