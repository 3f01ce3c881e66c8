import { useEffect, useState } from 'react'
import { CheckIcon, CopyIcon, EyeIcon, EyeOffIcon } from '@playhead/ui/icons/icons.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { isDots, useCopy } from '@playhead/ui/buttons/use-copy.ts'

/** A revealed value hides by itself: screens are shared and left open. */
const revealedMs = 30_000
/** Says nothing about the length. */
const dots = '•'.repeat(16)

const useForAWhile = (ms: number) => {
  const [isOn, setIsOn] = useState(false)
  useEffect(() => {
    if (!isOn) return undefined
    const end = () => setIsOn(false)
    const timer = setTimeout(end, ms)
    return () => clearTimeout(timer)
  }, [isOn, ms])
  return [isOn, setIsOn] as const
}

/** Hides the value as soon as the person looks at another window. */
const useHiddenAway = (isRevealed: boolean, hide: () => void) =>
  useEffect(() => {
    if (!isRevealed) return undefined
    const look = () => {
      if (document.visibilityState === 'hidden') hide()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  })

interface SecretValueProps {
  value: string
  /** In the middle of a sentence: `stream key`. */
  name: string
}

/** Dots with buttons that show and copy what is behind them. */
export const SecretValue = ({ value, name }: SecretValueProps) => {
  const [isRevealed, setIsRevealed] = useForAWhile(revealedMs)
  const { isCopied, copy } = useCopy()
  useHiddenAway(isRevealed, () => setIsRevealed(false))
  if (isDots(value))
    return (
      <code className="font-mono text-xs">
        <span aria-label="Hidden">{dots}</span>
      </code>
    )
  return (
    <span className="flex min-w-0 flex-wrap items-center justify-end gap-px">
      {/* A key that does not fit beside the buttons is on a line of its own. */}
      <code className="max-w-full grow font-mono text-xs break-all">
        {isRevealed ? value : <span aria-label="Hidden">{dots}</span>}
      </code>
      <span className="flex shrink-0 gap-px">
        <IconButton
          size="sm"
          icon={isRevealed ? <EyeOffIcon size={14} /> : <EyeIcon size={14} />}
          label={isRevealed ? `Hide ${name}` : `Show ${name}`}
          onClick={() => setIsRevealed(!isRevealed)}
        />
        <IconButton
          size="sm"
          icon={isCopied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
          label={`Copy ${name}`}
          onClick={() => void copy(value)}
        />
      </span>
      <output className="ph-visually-hidden">{isCopied ? 'Copied' : ''}</output>
    </span>
  )
}
