import { Skeleton } from '@playhead/ui/feedback/skeleton.tsx'

/** The space of an answer until its code has loaded. */
export const whyWaiting = <Skeleton height={280} radius={10} />
