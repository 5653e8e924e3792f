import { StudioFilter } from '~/ui/studio/studio-filter'
import { studioPaths } from '~/ui/studio/studio-paths'

interface PagesTabsProps {
  current: 'pages' | 'services' | 'questions' | 'testimonials' | 'terms'
  /** The terms are published by an owner. */
  isOwner: boolean
}

/** The room’s parts: the pages’ own texts, and what several of them list. */
export function PagesTabs({ current, isOwner }: PagesTabsProps) {
  const tab = (key: PagesTabsProps['current'], label: string, to: string) => ({
    label,
    to,
    isCurrent: key === current,
  })
  return (
    <StudioFilter
      label="Website"
      choices={[
        tab('pages', 'Pages', studioPaths.pages()),
        tab('services', 'Services & prices', studioPaths.services()),
        tab('questions', 'FAQ', studioPaths.questions()),
        tab('testimonials', 'Testimonials', studioPaths.testimonials()),
        ...(isOwner ? [tab('terms', 'Terms', studioPaths.terms())] : []),
      ]}
    />
  )
}
