import type { ReactNode } from 'react'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Stack } from '@playhead/ui/layout/layout.tsx'

interface KitSectionProps {
  id: string
  title: string
  children: ReactNode
}

export const KitSection = ({ id, title, children }: KitSectionProps) => {
  return (
    <Card id={id} title={title}>
      <Stack gap={4}>{children}</Stack>
    </Card>
  )
}
