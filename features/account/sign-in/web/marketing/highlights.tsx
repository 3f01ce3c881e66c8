import type { ReactNode } from 'react'
import { ChartIcon, RadioIcon, ServerIcon, ZapIcon } from '@playhead/ui/icons/subject-icons.ts'
import { startPromise } from './marketing-texts.ts'

interface HighlightProps {
  icon: ReactNode
  title: string
  children: string
}

function Highlight({ icon, title, children }: HighlightProps) {
  return (
    <li className="flex gap-2">
      <span className="mt-px flex-none text-ink-3">{icon}</span>
      <div className="flex flex-col">
        <h3 className="text-md font-semibold">{title}</h3>
        <p className="text-sm text-ink-2 text-pretty">{children}</p>
      </div>
    </li>
  )
}

/** AUTH-003, AUTH-004 */
export const Highlights = ({ hasOffer }: { hasOffer: boolean }) => {
  return (
    <ul
      className="grid grid-cols-1 gap-4 auth-md:grid-cols-2 auth-md:gap-x-5"
      aria-label="Highlights"
    >
      <Highlight icon={<ZapIcon size={18} />} title="Plays at once">
        {hasOffer
          ? startPromise
          : 'Videos can be watched as soon as their first rendition is ready.'}
      </Highlight>
      <Highlight icon={<ChartIcon size={18} />} title="Every view measured">
        Startup, stalls, errors and quality of each view, while it is still playing.
      </Highlight>
      <Highlight icon={<RadioIcon size={18} />} title="Live in one call">
        Create a live stream, point your encoder at it and you are on air.
      </Highlight>
      <Highlight icon={<ServerIcon size={18} />} title="Yours to run">
        One program on your own servers. What your viewers do stays with you.
      </Highlight>
    </ul>
  )
}
