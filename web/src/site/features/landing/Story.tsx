// What the expo is: a first video, the steps from the hall ticket to the results, and more videos.
import { Link } from '@/components/Link';
import { SampleTag } from '@/components/SampleTag';
import { event } from '@/content/event';
import { landing } from '@/content/landing';
import { contentOf } from '@/content/placeholders';
import { paths } from '@/lib/paths';
import { VideoFacade } from './VideoFacade';
import styles from './Story.module.css';

export function Story() {
  const first = contentOf('socialVideo');
  const others = contentOf('videos');
  return (
    <>
      {first !== 'none' && landing.socialVideo && (
        <section className={styles.social} aria-label="The expo in a video">
          {first === 'sample' && <SampleTag />}
          <VideoFacade video={landing.socialVideo} />
        </section>
      )}
      <section id="about" className={styles.about} aria-labelledby="about-heading">
        <p className={styles.kicker}>About the expo</p>
        <h2 id="about-heading" tabIndex={-1}>
          {event.tagline}
        </h2>
        <p className={styles.lead}>{landing.story}</p>
        <ol className={styles.steps}>
          {landing.steps.map(({ title, when, date, page }) => (
            <li key={title} data-until={date}>
              <h3>{page ? <Link to={paths[page]}>{title}</Link> : title}</h3>
              <p>{when}</p>
              {/* One of them is shown once the steps are seen (useSectionView.ts): by the visitor's day. */}
              <p className={styles.mark}>
                <span className={styles.done}>Done</span>
                <span className={styles.next}>Next</span>
              </p>
            </li>
          ))}
        </ol>
      </section>
      {others !== 'none' && (
        <section className={styles.videos} aria-labelledby="videos-heading">
          <div className={styles.head}>
            <h2 id="videos-heading">See what to expect</h2>
            {others === 'sample' && <SampleTag />}
          </div>
          <ul className={styles.row}>
            {landing.videos.map((video) => (
              <li key={video.id}>
                <VideoFacade video={video} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
