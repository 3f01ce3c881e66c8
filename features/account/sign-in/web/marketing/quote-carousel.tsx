import { useEffect, useRef, useState } from 'react'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { PauseIcon, PlayIcon } from '@playhead/ui/icons/icons.ts'
import { QuoteTimeline } from './quote-timeline.tsx'
import type { Quote } from './marketing-texts.ts'
import { useAttention } from './use-attention.ts'
import { useMediaQuery } from '@playhead/ui/layout/use-media-query.ts'

/** AUTH-005 */
const quoteMs = 8000

/** AUTH-006: on a phone, quotes that rotate above the form would move the page while a person fills it in. */
const useMayRotate = () => {
  const isWide = useMediaQuery('(min-width: 920px)')
  const isCalm = useMediaQuery('(prefers-reduced-motion: reduce)')
  return isWide && !isCalm
}

const useRotation = (count: number, isRunning: boolean) => {
  const [index, setIndex] = useState(0)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(() => setIndex((index + 1) % count), quoteMs)
    return () => clearTimeout(timer)
  }, [count, isRunning, index])
  return [index, setIndex] as const
}

function Slide({ quote, isShown }: { quote: Quote; isShown: boolean }) {
  return (
    <figure
      aria-hidden={!isShown}
      data-shown={isShown || undefined}
      className="invisible flex flex-col gap-2 opacity-0 transition-opacity duration-300 [grid-area:1/1] data-shown:visible data-shown:opacity-100"
    >
      <blockquote className="text-lg leading-normal text-pretty">“{quote.text}”</blockquote>
      <figcaption className="text-sm text-ink-2">
        <b className="font-semibold text-ink">{quote.person}</b>, {quote.role}
      </figcaption>
    </figure>
  )
}

export const QuoteCarousel = ({ quotes }: { quotes: Quote[] }) => {
  const mayRotate = useMayRotate()
  const [isPaused, setIsPaused] = useState(false)
  const section = useRef<HTMLElement>(null)
  const hasAttention = useAttention(section)
  const isRunning = mayRotate && !isPaused && !hasAttention
  const [index, setIndex] = useRotation(quotes.length, isRunning)
  return (
    <section
      ref={section}
      aria-label="What customers say"
      aria-roledescription="carousel"
      className="flex flex-col gap-3"
    >
      <div className="grid" aria-live={isRunning ? 'off' : 'polite'}>
        {quotes.map((quote, position) => (
          <Slide key={quote.person} quote={quote} isShown={position === index} />
        ))}
      </div>
      <div className="flex items-center gap-2">
        <QuoteTimeline
          people={quotes.map(({ person }) => person)}
          index={index}
          onSelect={setIndex}
        />
        {mayRotate && (
          <IconButton
            size="sm"
            icon={isPaused ? <PlayIcon size={14} /> : <PauseIcon size={14} />}
            label={isPaused ? 'Play quotes' : 'Pause quotes'}
            onClick={() => setIsPaused(!isPaused)}
          />
        )}
      </div>
    </section>
  )
}
