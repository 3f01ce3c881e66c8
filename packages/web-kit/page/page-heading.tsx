import { type ReactNode, useEffect, useRef } from 'react'

interface PageHeadingProps {
  title: string
  children?: ReactNode
  /** Set when this replaces the form that had the focus. */
  takesFocus?: boolean
}

export const PageHeading = ({ title, children, takesFocus = false }: PageHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <div className="flex flex-col gap-2">
      <h1
        ref={heading}
        tabIndex={-1}
        className="text-2xl font-bold leading-tight tracking-tight text-balance outline-none!"
      >
        {title}
      </h1>
      {children && <p className="text-md text-ink-2 text-pretty">{children}</p>}
    </div>
  )
}
