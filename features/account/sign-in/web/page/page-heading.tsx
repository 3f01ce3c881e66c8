import type { ReactNode } from 'react'

export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <h1 className="text-2xl font-bold leading-tight tracking-tight text-balance">{title}</h1>
      {children && <p className="text-md text-ink-2 text-pretty">{children}</p>}
    </div>
  )
}
