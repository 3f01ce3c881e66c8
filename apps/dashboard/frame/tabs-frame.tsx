import type { ReactNode } from 'react'
import { LinkTabs } from '@playhead/ui/navigation/link-tabs.tsx'
import { PageHeader } from '@playhead/ui/layout/page-header.tsx'
import { useShell } from '../shell/use-shell.ts'

const titles = { settings: 'Settings', account: 'Account', operator: 'Operator' } as const

interface TabsFrameProps {
  frame: keyof typeof titles
  children: ReactNode
}

/** Heading and tabs of the screens of settings, account and operator. SHELL-073 … SHELL-077 */
export const TabsFrame = ({ frame, children }: TabsFrameProps) => {
  const tabs = useShell()[frame]
  const selected = tabs.find(({ isActive }) => isActive)
  return (
    <>
      <PageHeader title={titles[frame]} />
      <LinkTabs label={`${titles[frame]} pages`} tabs={tabs} selectedId={selected?.id ?? null} />
      <div className="tabs-frame-content">{children}</div>
    </>
  )
}
