// The banners, institutes and media partners that the local system enters by itself (infra/local/src/seed/content.rs): invented,
// and labelled so where they are shown. A deployed site has none of them.

export const sampleNames: readonly string[] =
  import.meta.env.VITE_SAMPLES === 'shown'
    ? [
        'Scholarship Challenge Begins',
        'Every exam in one place',
        'Meet the colleges',
        'Periyar College of Engineering',
        'Malabar School of Business',
        'Vembanad Institute of Health Sciences',
        'Anamudi College of Arts and Science',
        'Kayal School of Design',
        'Nila Law College',
        'Ashtamudi Institute of Hospitality',
        'Cardamom Hills Open University',
        'Kochi Morning',
        'Radio Kayal',
        'Spice Coast Television',
        'Campus Compass',
        'Backwater Times',
      ]
    : [];

export const hasSamples = (entered: readonly { bannerName: string }[]): boolean =>
  entered.some(({ bannerName }) => sampleNames.includes(bannerName));
