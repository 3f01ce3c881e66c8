interface EnvironmentNameProps {
  environment: { name: string; organizationName: string } | null
  /** Shown when there is no environment. */
  otherwise: string
}

export const EnvironmentName = ({ environment, otherwise }: EnvironmentNameProps) =>
  environment ? (
    <span className="flex flex-col">
      {environment.name}
      <span className="text-xs font-normal text-ink-3">{environment.organizationName}</span>
    </span>
  ) : (
    <span className="text-ink-3">{otherwise}</span>
  )
