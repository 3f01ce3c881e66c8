import type { ReactNode } from 'react'
import { ToneIcon } from '../icons/tone-icon.tsx'
import type { Tone } from '../icons/tone-icon.tsx'

export const FormMessage = ({ tone, children }: { tone: Tone; children: ReactNode }) => {
  return (
    <div className="ph-message" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <ToneIcon tone={tone} />
      <div>{children}</div>
    </div>
  )
}
