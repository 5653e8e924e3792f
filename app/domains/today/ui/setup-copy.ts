import { studioPaths } from '~/ui/studio/studio-paths'
import { GUIDED_STEPS, type GuidedStep, type SetupStep } from '../model'

interface StepCopy {
  label: string
  hint: string
  to?: string
}

const GUIDED: Record<GuidedStep, { label: string; hint: string }> = {
  name: {
    label: 'Add your name and contact details',
    hint: 'They’re on every page and in every email.',
  },
  place: {
    label: 'Say where you work',
    hint: 'Your address, time zone, and sales tax.',
  },
  services: {
    label: 'Choose your services and prices',
    hint: 'They make up your price list, and clients can book them.',
  },
  hours: {
    label: 'Set your hours',
    hint: 'Shown on your site, and used for bookings.',
  },
  terms: {
    label: 'Publish your terms',
    hint: 'Deposit, rescheduling, canceling, and the law of your state.',
  },
  email: {
    label: 'Connect a mail server',
    hint: 'Until then, emails to clients wait here.',
  },
  photos: {
    label: 'Upload your first photos',
    hint: 'Visitors decide by what they see.',
  },
}

const guided = GUIDED_STEPS.map((step) => [step, { ...GUIDED[step], to: studioPaths.setupStep(step) }])

/** What the checklist says about each step. */
export const SETUP_COPY: Record<SetupStep, StepCopy> = {
  ...(Object.fromEntries(guided) as Record<GuidedStep, StepCopy>),
  gallery: {
    label: 'Create your first client gallery',
    hint: 'Upload photos, then share them with a link.',
    to: studioPaths.newGallery({ kind: 'client' }),
  },
  demo: {
    label: 'Remove the demo content',
    hint: 'What you added or changed stays.',
    to: studioPaths.settingsData(),
  },
  domain: {
    label: 'Move to your own domain',
    hint: 'For example, www.yourstudio.com. The person who runs your server connects it and sets SITE_URL.',
  },
}

/** What the step with photos says once some are uploaded. */
export const EMPTY_GALLERY = {
  label: 'Choose photos for your Gallery page',
  hint: 'Your photos are uploaded, but that page is still empty.',
}
